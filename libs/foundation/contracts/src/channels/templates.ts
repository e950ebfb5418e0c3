import type { TemplateFile } from '../events';
import type {
  ListedTemplate,
  ReviewedStatus,
  TemplateAccount,
  WrittenTemplate,
} from '../events/template.events';
import type { TemplateCategory, TemplateQuality } from '../events/template-content';

/** An account whose provider takes templates, with the channels that send from it. */
export interface TemplateSource extends TemplateAccount {
  channelIds: string[];
  isConnected: boolean;
}

/** A template that a provider is asked to review. */
export interface SubmittedTemplate extends WrittenTemplate {
  /** Null where the provider does not have it yet. */
  externalId: string | null;
  /** The sample for its header. */
  attachment: TemplateFile | null;
}

/** The provider did not do what it was asked for, by a code of ours and in its own words. */
export interface TemplateRefusal {
  outcome: 'refused';
  code:
    | 'template_refused'
    | 'template_name_taken'
    | 'template_limit_reached'
    | 'template_edit_unsupported'
    | 'template_without_channel'
    | 'provider_token_refused'
    | 'provider_unavailable';
  detail: string | null;
}

/** The request may have reached the provider: a synchronisation says what became of it. */
export interface TemplateDoubt {
  outcome: 'unknown';
}

export type TemplatesListed = { outcome: 'listed'; templates: ListedTemplate[] } | TemplateRefusal;
export type TemplateSubmitted = { outcome: 'taken'; externalId: string } | TemplateRefusal | TemplateDoubt;
export type TemplateRemoved = { outcome: 'removed' } | TemplateRefusal | TemplateDoubt;

/** What a provider says of a template by itself. */
export type TemplateNews =
  | { says: 'status'; status: ReviewedStatus; reason: string | null; advice: string | null }
  | { says: 'category'; category: TemplateCategory }
  | { says: 'quality'; quality: TemplateQuality };
