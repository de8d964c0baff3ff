import type { MailSender } from '../ports/mail-sender.ts';

/** False in a build without mails, whose manifest has two scopes less. */
declare const BUILT_WITH_MAIL: boolean;

const scopes = ['script.send_mail', 'userinfo.email'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** MailApp, with its quota of recipients a day (Google: guides/services/quotas). */
export const userMail: MailSender = {
  isAvailable: BUILT_WITH_MAIL,
  requestConsent() {
    ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, scopes);
  },
  sendToUser(subject, body) {
    MailApp.sendEmail(Session.getEffectiveUser().getEmail(), subject, body);
  },
};
