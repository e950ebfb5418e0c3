import type {
  TemplateAccount,
  TemplateCategory,
  TemplateContent,
  TemplateFile,
  TemplateQuality,
  TemplateStatus,
} from '../events';

/** The parts of a template that the provider reviews. */
export interface TemplateVersion {
  category: TemplateCategory;
  content: TemplateContent;
}

/** A WhatsApp template in one language. */
export interface TemplateResponse extends TemplateAccount {
  id: string;
  channelIds: string[];
  name: string;
  /** A language code such as `en` or `pt_BR`. */
  language: string;
  /** Changes that were not submitted; null if there are none. */
  draft: TemplateVersion | null;
  /** The provider's version; null before the first submission. At least one of `draft` and `live` is set. */
  live: TemplateVersion | null;
  /** The provider's id; null if it has assigned none. */
  externalId: string | null;
  status: TemplateStatus;
  /** The provider's code for the reason of the status, such as `INVALID_FORMAT`; null if there is none. */
  reason: string | null;
  /** The provider's text on how to correct the template; null if there is none. */
  advice: string | null;
  quality: TemplateQuality;
  /** The submitted category if the provider chose another one; null otherwise. */
  askedCategory: TemplateCategory | null;
  attachment: Omit<TemplateFile, 'path'> | null;
  /** True: agents who send the template cannot replace the attachment. */
  isAttachmentLocked: boolean;
  /** ISO 8601 UTC; null before the first submission. */
  submittedAt: string | null;
  /** When the approved template can be edited again, ISO 8601 UTC; null if it can be edited now. */
  editableAt: string | null;
  /** True: the provider no longer has the template. */
  isGone: boolean;
  /** Why the provider did not accept the last submission; null if it did. */
  refusal: { code: string; detail: string | null } | null;
}

/** Kind and number of the objects that use a template and prevent its deletion: broadcasts or routing rules. */
export interface TemplateUse {
  what: 'broadcast' | 'route';
  count: number;
}

export interface TemplatesResponse {
  data: TemplateResponse[];
  /** Uses by template id; unused templates are absent. */
  uses: Record<string, TemplateUse[]>;
  /** Time of the last synchronisation with the providers, ISO 8601 UTC; null: never. */
  syncedAt: string | null;
  /** Target URL of buttons whose clicks are counted; it has the installation's host, not the organisation's. */
  countedTarget: string;
}

export interface TemplateFileResponse {
  /** A URL that opens the file for a few minutes. */
  url: string;
}

export interface TemplateSyncResponse {
  /** ISO 8601 UTC; null if no provider has ever responded. */
  syncedAt: string | null;
  /** Number of templates that the providers returned. */
  found: number;
  /** Errors of accounts whose provider did not return its templates. */
  failures: { code: string; detail: string | null }[];
  position: string;
}
