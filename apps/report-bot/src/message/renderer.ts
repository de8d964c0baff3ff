import type { Digest } from '../digest/digest.ts';
import type { ChannelKind } from '../settings/channels.ts';
import type { Dashboards } from '../settings/mail-design.ts';

/** A message in the format of a channel. */
export interface ChannelMessage {
  readonly subject: string;
  readonly body: string;
}

export interface MessageOptions {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly dashboard: Dashboards;
  /** Address of the spreadsheet; null without one. */
  readonly sheet?: string | null;
  /** Address of the digest as a page in this locale; null without one. */
  readonly webCopy?: string | null;
}

/** Renders digests for one kind of channel. Equal input gives equal bytes. */
export interface Renderer {
  readonly kind: ChannelKind;
  /** True if its messages link to the digest as a page. */
  readonly hasPageLink: boolean;
  readonly render: (digest: Digest, options: MessageOptions) => ChannelMessage;
}
