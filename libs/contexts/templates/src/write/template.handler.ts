import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TemplateAccount, TemplateEvent } from '@parley/contracts/events';
import { Claims, type Claimable, type Unique } from '@parley/claims/claims';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { template, type TemplateCommand, type TemplateState } from '../domain/template';

/** The command envelope for one template. */
export class ToTemplate extends CommandTo<TemplateCommand, TemplateState, TemplateEvent> {}

/** The claim that makes a name and a language unique among the templates of an account at a provider. */
export function templateName({
  provider,
  accountId,
  name,
  language,
}: TemplateAccount & { name: string; language: string }): Claimable {
  return { kind: 'template-name', value: [provider, accountId, name, language].join('/') };
}

const uniqueTemplate: Unique<TemplateCommand, TemplateState, TemplateEvent> = {
  decider: template,
  category: 'template',
  goesBy: (state) =>
    state.existence === 'present'
      ? [{ ...templateName(state), taken: 'template_name_taken', field: 'name' }]
      : [],
  isGone: ({ existence }) => existence === 'deleted',
};

@CommandHandler(ToTemplate)
export class TemplateHandler implements ICommandHandler<ToTemplate> {
  constructor(private readonly claims: Claims) {}

  /** @throws Rejected `template_name_taken`, or a code of the template's rules */
  execute(envelope: ToTemplate): Promise<Executed<TemplateState, TemplateEvent>> {
    return this.claims.execute(uniqueTemplate, envelope);
  }
}
