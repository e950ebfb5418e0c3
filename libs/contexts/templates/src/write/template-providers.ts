import type {
  SubmittedTemplate,
  TemplateRemoved,
  TemplatesListed,
  TemplateSource,
  TemplateSubmitted,
} from '@parley/contracts/channels/templates';
import type { TemplateAccount } from '@parley/contracts/events';

/**
 * What providers do with templates. The composition implements it over the channels' adapters: contexts do not know
 * each other.
 */
export abstract class TemplateProviders {
  /** Every account of an organisation whose provider takes templates. */
  abstract sources(customerId: string): Promise<TemplateSource[]>;

  abstract submit(
    customerId: string,
    account: TemplateAccount,
    template: SubmittedTemplate,
  ): Promise<TemplateSubmitted>;

  abstract remove(
    customerId: string,
    account: TemplateAccount,
    template: { name: string; language: string; externalId: string },
  ): Promise<TemplateRemoved>;

  /** All templates of an account. */
  abstract list(customerId: string, account: TemplateAccount): Promise<TemplatesListed>;
}
