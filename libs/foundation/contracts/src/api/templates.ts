import type {
  TemplateAccount,
  TemplateCategory,
  TemplateContent,
  TemplateFile,
  TemplateQuality,
  TemplateStatus,
} from '../events';

/** What of a template its provider reviews. */
export interface TemplateVersion {
  category: TemplateCategory;
  content: TemplateContent;
}

/** A WhatsApp template in one language. */
export interface TemplateResponse extends TemplateAccount {
  id: string;
  /** The channels that send it. */
  channelIds: string[];
  name: string;
  /** `en`, `pt_BR`. */
  language: string;
  /** What is written and was not submitted; null where the provider has it all. */
  draft: TemplateVersion | null;
  /** What the provider has; null before it was submitted. One of the two is there. */
  live: TemplateVersion | null;
  /** The provider's own id; null before it has one. */
  externalId: string | null;
  status: TemplateStatus;
  /** The provider's code for its status: `INVALID_FORMAT`. */
  reason: string | null;
  /** The provider's own words on what to change. */
  advice: string | null;
  quality: TemplateQuality;
  /** The category that was asked for, where the provider decided on another one. */
  askedCategory: TemplateCategory | null;
  attachment: Omit<TemplateFile, 'path'> | null;
  /** Whoever sends it must take the attachment. */
  isAttachmentLocked: boolean;
  /** ISO 8601 UTC. */
  submittedAt: string | null;
  /** When the approved template may be edited again; null where it may be now. ISO 8601 UTC. */
  editableAt: string | null;
  /** The provider does not have it any more. */
  isGone: boolean;
  /** Why the provider did not take what was submitted last. */
  refusal: { code: string; detail: string | null } | null;
}

/** What uses a template, so that it cannot be deleted, and how many: a broadcast, or a rule of smart routing. */
export interface TemplateUse {
  what: 'broadcast' | 'route';
  count: number;
}

export interface TemplatesResponse {
  data: TemplateResponse[];
  /** What uses each of them, by their ids; those that nothing uses are left out. */
  uses: Record<string, TemplateUse[]>;
  /** When they were last compared with what providers have; ISO 8601 UTC, null for never. */
  syncedAt: string | null;
  /** The address of a button whose clicks are counted: of the installation, whatever host the organisation works on. */
  countedTarget: string;
}

/** A file that a template brings. */
export interface TemplateFileResponse {
  /** Opens the file for some minutes. */
  url: string;
}

export interface TemplateSyncResponse {
  /** ISO 8601 UTC; null where no provider has ever answered. */
  syncedAt: string | null;
  /** Templates that the providers have. */
  found: number;
  /** Accounts whose provider did not say what it has. */
  failures: { code: string; detail: string | null }[];
  position: string;
}
