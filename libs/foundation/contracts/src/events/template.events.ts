import type { Provider } from '../channels/offers';
import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type {
  TemplateCategory,
  TemplateContent,
  TemplateFile,
  TemplateQuality,
  TemplateStatus,
} from './template-content';

/** The account at a provider that a template belongs to; several channels may send from one account. */
export interface TemplateAccount {
  provider: Provider;
  /** The business account, or the channel's own account if the provider has no business accounts. */
  accountId: string;
}

/** A template in one language, as a user writes it. */
export interface WrittenTemplate {
  name: string;
  /** A language code such as `en` or `pt_BR`. */
  language: string;
  category: TemplateCategory;
  content: TemplateContent;
}

export type ReviewedStatus = Exclude<TemplateStatus, 'draft'>;

/** A template as its provider returns it. */
export interface ListedTemplate extends WrittenTemplate {
  externalId: string;
  status: ReviewedStatus;
  quality: TemplateQuality;
  /** The provider's code for the reason why it rejected or paused the template; null if there is none. */
  reason: string | null;
}

/** Stream `template-<id>`: one WhatsApp template in one language. */
export type TemplateEvent =
  | Fact<'TemplateCreated', TemplateAccount & WrittenTemplate>
  /** The template's text changed in Parley. The provider keeps its old text until the template is submitted. */
  | Fact<'TemplateChanged', WrittenTemplate>
  /**
   * The default file of the template's header. If `isLocked`, agents who send the template cannot replace the file.
   */
  | Fact<'TemplateAttachmentChanged', { attachment: TemplateFile | null; isLocked: boolean }>
  /** The current text was submitted to the provider for review. `at` is ISO 8601 UTC. */
  | Fact<'TemplateSubmitted', { at: string }>
  /** The provider accepted the submission and assigned this id. */
  | Fact<'TemplateTaken', { externalId: string }>
  /** The provider did not accept the submission: the template has its status from before the submission again. */
  | Fact<'TemplateRefused', { code: string; detail: string | null }>
  /** `reason` is the provider's code, `advice` its explanation. */
  | Fact<'TemplateReviewed', { status: ReviewedStatus; reason: string | null; advice: string | null }>
  /** The provider changed the category. */
  | Fact<'TemplateCategoryChanged', { from: TemplateCategory; to: TemplateCategory }>
  | Fact<'TemplateQualityChanged', { quality: TemplateQuality }>
  /** The provider has a template that Parley did not know yet. */
  | Fact<'TemplateFound', TemplateAccount & WrittenTemplate & { externalId: string }>
  /** The provider no longer has the template. */
  | Fact<'TemplateGone', Record<string, never>>
  | Fact<'TemplateDeleted', { at: string }>;

export const templateFacts: SettingFacts<TemplateEvent, 'template'> = {
  category: 'template',
  isSetting: true,
  upcasters: {
    TemplateCreated: [],
    TemplateChanged: [],
    TemplateAttachmentChanged: [],
    TemplateSubmitted: [],
    TemplateTaken: [],
    TemplateRefused: [],
    TemplateReviewed: [],
    TemplateCategoryChanged: [],
    TemplateQualityChanged: [],
    TemplateFound: [],
    TemplateGone: [],
    TemplateDeleted: [],
  },
};
