import type {
  SubmittedTemplate,
  TemplateRemoved,
  TemplatesListed,
  TemplateSource,
  TemplateSubmitted,
} from '@parley/contracts/channels/templates';
import type { TemplateAccount } from '@parley/contracts/events';

/**
 * The providers' operations on templates. A library of libs/flows implements it with the channels' adapters, because
 * contexts do not import each other.
 */
export abstract class TemplateProviders {
  /** The accounts of an organisation whose provider supports templates. */
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

  /** All templates of an account at its provider. */
  abstract list(customerId: string, account: TemplateAccount): Promise<TemplatesListed>;
}
