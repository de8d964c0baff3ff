/** Light and dark after the reader's setting; wide tables scroll on their own on a phone. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dce2, #3a4048); --soft: light-dark(#f4f6f8, #1d2126); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
code, pre { font: .875rem/1.5 ui-monospace, monospace; } td code { white-space: nowrap; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; }
`;
