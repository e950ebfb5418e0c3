import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Request } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { UsersController } from '@parley/access/http/users.controller';
import { TeamsController } from '@parley/access/http/teams.controller';
import { CustomerSettingsController } from '@parley/access/http/customer-settings.controller';
import { LabelsController, TagsController } from '@parley/catalogue/http/marks.controllers';
import { ChannelsController } from '@parley/channels/http/channels.controller';
import { IdentitiesController } from '@parley/channels/http/identities.controller';
import { ContactsController } from '@parley/contacts/http/contacts.controller';
import { ChatsController } from '@parley/conversations/http/chats.controller';
import type { Principal } from '@parley/platform/http/principal';
import { TeamChatsController } from '@parley/team-chat/http/team-chats.controller';
import { specifiedEntry } from './shapes/entry';
import { namesIn, onlyFields, pageOf } from './shapes/fields';
import { contactOf, specifiedChannel, specifiedContact, specifiedUser } from './shapes/settings';
import { SpecifiedTeams } from './specified-teams';

interface Call {
  me: Principal;
  query: Record<string, unknown>;
}

type Translation = (answer: object, call: Call) => object | Promise<object>;
type Answered<C, Name extends keyof C> = C[Name] extends (...args: never[]) => infer R ? Awaited<R> : never;
type Entry = [controller: Type, method: string, translation: Translation];

/** Declares how one route's responses are translated; checks the types. */
function answers<C extends object, Name extends keyof C & string>(
  controller: Type<C>,
  method: Name,
  translation: (answer: Answered<C, Name>, call: Call) => object | Promise<object>,
): Entry {
  return [controller, method, translation as Translation];
}

/** Returns one page of a list that our own client reads as a whole. */
const asPage = <Answer extends { data: object[] }>(answer: Answer, { query }: Call) => ({
  ...answer,
  ...pageOf(answer.data, query),
});

/**
 * Translates responses to the names and shapes of the specification (section 7), so that controllers need not know
 * these. On every route, a query with `fields` returns only those fields.
 */
@Injectable()
export class SpecifiedAnswers implements NestInterceptor {
  private readonly translations = new Map<Type, Map<string, Translation>>();

  constructor(teams: SpecifiedTeams) {
    const entries = [
      answers(UsersController, 'list', (answer, call) =>
        asPage({ ...answer, data: answer.data.map(specifiedUser) }, call),
      ),
      answers(UsersController, 'one', specifiedUser),
      answers(ChannelsController, 'list', (answer, call) =>
        asPage({ ...answer, data: answer.data.map(specifiedChannel) }, call),
      ),
      answers(ChannelsController, 'one', specifiedChannel),
      answers(IdentitiesController, 'list', asPage),
      answers(TeamsController, 'list', async (answer, call) =>
        asPage({ ...answer, data: await teams.withChannels(call.me, answer.data) }, call),
      ),
      answers(TeamsController, 'one', async (team, { me }) => {
        const [shown] = await teams.withChannels(me, [team]);
        return shown!;
      }),
      answers(TagsController as Type<InstanceType<typeof TagsController>>, 'list', asPage),
      answers(LabelsController as Type<InstanceType<typeof LabelsController>>, 'list', asPage),
      answers(CustomerSettingsController, 'settings', (answer) => ({ ...answer.settings, ...answer })),
      answers(ChatsController, 'one', (answer) => ({ ...answer, contact: contactOf(answer.chat) })),
      answers(ChatsController, 'entries', (answer) => ({ ...answer, data: answer.data.map(specifiedEntry) })),
      answers(ChatsController, 'entry', (answer) => ({ ...answer, entry: specifiedEntry(answer.entry) })),
      answers(ContactsController, 'find', specifiedContact),
      answers(TeamChatsController, 'list', (answer, { query }) => teams.chats(answer, query)),
      answers(TeamChatsController, 'one', (answer, { me, query }) => teams.chat(me, answer, query)),
      answers(TeamChatsController, 'participants', (answer) => answer),
    ];
    for (const [controller, method, translation] of entries) {
      const its = this.translations.get(controller) ?? new Map<string, Translation>();
      this.translations.set(controller, its.set(method, translation));
    }
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const translation = this.translations.get(context.getClass())?.get(context.getHandler().name);
    const { principal: me, query } = context
      .switchToHttp()
      .getRequest<Request & { principal: Principal; query: Record<string, unknown> }>();
    const names = namesIn(query.fields);
    if (!translation && !names) return next.handle();
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (typeof answer !== 'object' || answer === null) return answer;
        const told = translation ? await translation(answer, { me, query }) : answer;
        return names ? onlyFields(told, names) : told;
      }),
    );
  }
}
