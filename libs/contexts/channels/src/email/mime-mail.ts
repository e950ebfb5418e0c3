/** One header field as written, with its name in lower case. */
export interface HeaderLine {
  key: string;
  line: string;
}

export interface MimeAddress {
  address: string;
  name: string;
}

/** A file of a mail, or another part that is not its text. */
export interface MimePart {
  contentType: string;
  fileName?: string;
  /** Without angle brackets. */
  contentId?: string;
  isRelated: boolean;
  disposition: string;
  content: Uint8Array;
}

/** A parsed mail: all its values are untrusted. */
export interface MimeMail {
  headers: HeaderLine[];
  contentType: string;
  reportType: string;
  subject: string;
  messageId?: string;
  inReplyTo?: string;
  /** Null if the mail has no valid date. */
  date: Date | null;
  from: MimeAddress[];
  to: MimeAddress[];
  cc: MimeAddress[];
  bcc: MimeAddress[];
  replyTo: MimeAddress[];
  text: string;
  html: string | null;
  parts: MimePart[];
}
