import { sanitiseMail, type SanitisedMail, type Unshowable } from './sanitise-mail';

/** Sanitises the HTML of a mail in a thread of the worker pool. */
export function sanitise({
  html,
  contentIds,
}: {
  html: string;
  contentIds: string[];
}): SanitisedMail | Unshowable {
  return sanitiseMail(html, new Set(contentIds));
}
