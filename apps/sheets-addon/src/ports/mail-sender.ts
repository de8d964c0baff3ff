/** Mails to the user under whom the script runs; of a trigger, the user who saved the schedule. */
export interface MailSender {
  /** False if the build excludes mails. */
  readonly isAvailable: boolean;
  /** Requests consent to mails if it is missing. */
  requestConsent(): void;
  /** The address of who uses the sidebar; empty if Google does not give it. */
  readUserEmail(): string;
  /** @throws Error if the day's mails are used up or consent is missing */
  sendToUser(subject: string, body: string): void;
}
