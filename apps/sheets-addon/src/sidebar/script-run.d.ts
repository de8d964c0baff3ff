/** google.script.run as this sidebar uses it (Google: guides/html/communication). */
interface ScriptRun {
  withSuccessHandler(handler: (value: unknown) => void): ScriptRun;
  withFailureHandler(handler: (error: Error) => void): ScriptRun;
  connect(key: string): void;
  disconnect(): void;
  connectionStatus(): void;
  act(name: string, order?: unknown): void;
}

declare const google: { readonly script: { readonly run: ScriptRun } };
