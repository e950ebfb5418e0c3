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

/** The account at a provider that has a template: several channels may send from it. */
export interface TemplateAccount {
  provider: Provider;
  /** The business account, or the channel's own where the provider names none. */
  accountId: string;
}

/** A template in one language, as somebody writes it. */
export interface WrittenTemplate {
  name: string;
  /** `en`, `pt_BR`. */
  language: string;
  category: TemplateCategory;
  content: TemplateContent;
}

export type ReviewedStatus = Exclude<TemplateStatus, 'draft'>;

/** A template as its provider has it. */
export interface ListedTemplate extends WrittenTemplate {
  externalId: string;
  status: ReviewedStatus;
  quality: TemplateQuality;
  /** The provider's code for why it was rejected or paused. */
  reason: string | null;
}

/** Stream `template-<id>`: one WhatsApp template in one language. */
export type TemplateEvent =
  | Fact<'TemplateCreated', TemplateAccount & WrittenTemplate>
  /** What is written now. The provider has what it had before. */
  | Fact<'TemplateChanged', WrittenTemplate>
  /** A file for its header. Locked, nobody who sends it may take another. */
  | Fact<'TemplateAttachmentChanged', { attachment: TemplateFile | null; isLocked: boolean }>
  /** The provider is asked to review what is written. `at` is ISO 8601 UTC. */
  | Fact<'TemplateSubmitted', { at: string }>
  /** The provider has it under this id. */
  | Fact<'TemplateTaken', { externalId: string }>
  /** The provider did not take it: it is what it was before it was submitted. */
  | Fact<'TemplateRefused', { code: string; detail: string | null }>
  /** `reason` is the provider's code; `advice` its words. */
  | Fact<'TemplateReviewed', { status: ReviewedStatus; reason: string | null; advice: string | null }>
  /** The provider decided on another category. */
  | Fact<'TemplateCategoryChanged', { from: TemplateCategory; to: TemplateCategory }>
  | Fact<'TemplateQualityChanged', { quality: TemplateQuality }>
  /** What the provider has, where we did not know of it. */
  | Fact<'TemplateFound', TemplateAccount & WrittenTemplate & { externalId: string }>
  /** The provider does not have it any more. */
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
