import type { TemplateFile } from '../events';
import type {
  ListedTemplate,
  ReviewedStatus,
  TemplateAccount,
  WrittenTemplate,
} from '../events/template.events';
import type { TemplateCategory, TemplateQuality } from '../events/template-content';

/** A provider's account that supports templates, with the channels that send from it. */
export interface TemplateSource extends TemplateAccount {
  channelIds: string[];
  isConnected: boolean;
}

/** A template for the provider's review. */
export interface SubmittedTemplate extends WrittenTemplate {
  /** Null if the provider does not have the template yet. */
  externalId: string | null;
  /** Example file of the header; null if there is none. */
  attachment: TemplateFile | null;
}

/** The provider refused a request: our code, and the provider's own text. */
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

/** The request may have reached the provider; the next synchronisation shows whether it did. */
export interface TemplateDoubt {
  outcome: 'unknown';
}

export type TemplatesListed = { outcome: 'listed'; templates: ListedTemplate[] } | TemplateRefusal;
export type TemplateSubmitted = { outcome: 'taken'; externalId: string } | TemplateRefusal | TemplateDoubt;
export type TemplateRemoved = { outcome: 'removed' } | TemplateRefusal | TemplateDoubt;

/** A change of a template that the provider reports. */
export type TemplateNews =
  | { says: 'status'; status: ReviewedStatus; reason: string | null; advice: string | null }
  | { says: 'category'; category: TemplateCategory }
  | { says: 'quality'; quality: TemplateQuality };
