'use strict';

const CONTRACTS = 'libs/foundation/contracts/src/events';
const CONVERSATIONS = 'libs/contexts/conversations/src';

/** Templates of a new action of users on a conversation: its event, rule, command and route. */
module.exports = {
  templates: ['feature'],
  registrations: [
    {
      file: `${CONTRACTS}/conversation.events.ts`,
      lines: [
        {
          after: "  | Fact<'ConversationArchived', { seenUpTo: string; afterHours: number | null }>\n",
          add: "  | Fact<'Conversation__Past__', { userId: string }>\n",
        },
        { after: '    ConversationUnassigned: [],\n', add: '    Conversation__Past__: [],\n' },
      ],
    },
    {
      file: `${CONTRACTS}/golden/conversation.examples.ts`,
      lines: [
        {
          after: 'export const conversationExamples: ExamplesOf<ConversationEvent> = {\n',
          add: '  Conversation__Past__: [{ userId }],\n',
        },
      ],
    },
    {
      file: `${CONVERSATIONS}/domain/conversation.ts`,
      imports: ["import { __camel__, type __Past__, type __Pascal__Command } from './__name__';"],
      lines: [
        { after: "  | { type: 'Unarchive' }\n", add: '  | __Pascal__Command\n' },
        { after: "  snoozed: DataOf<'ConversationSnoozed'> | null;\n", add: '  __past__: __Past__;\n' },
        { after: '  lastUserId: null,\n', add: '  __past__: null,\n' },
        {
          after: "      case 'Snooze':\n        return snooze(state, command);\n",
          add: "      case '__Pascal__':\n        return __camel__(state.__past__, command);\n",
        },
        {
          after: "      case 'ConversationSnoozed':\n        return { ...state, snoozed: event.data };\n",
          add: "      case 'Conversation__Past__':\n        return { ...state, __past__: event.data };\n",
        },
      ],
    },
    {
      file: `${CONVERSATIONS}/read/transcript.fold.ts`,
      lines: [
        {
          after: "    case 'ConversationParted':\n    case 'SurveyPlanned':\n",
          add: "    case 'Conversation__Past__':\n",
        },
      ],
    },
    {
      file: `${CONVERSATIONS}/write/chat-commands.ts`,
      lines: [
        { after: "  action: BulkAction | 'unarchive'", add: " | '__name__'" },
        {
          after: "      case 'unarchive':\n        return () => ({ type: 'Unarchive' });\n",
          add: "      case '__name__':\n        return () => ({ type: '__Pascal__', userId });\n",
        },
      ],
    },
    {
      file: `${CONVERSATIONS}/http/chats.controller.ts`,
      lines: [
        {
          after: "    return this.carryOut(me, id, { action: 'unarchive' });\n  }\n",
          add: `
  @Post('messaging-chats/:id/__name__')
  @HttpCode(200)
  __camel__(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.carryOut(me, id, { action: '__name__' });
  }
`,
        },
      ],
    },
    {
      file: 'apps/proofs/src/clicks/areas/conversations.ts',
      lines: [
        {
          after: "    archive: onChat('archive', 'ConversationArchived'),\n",
          add: "    '__name__': onChat('__name__', 'Conversation__Past__'),\n",
        },
      ],
    },
  ],
  next: [
    'Write down in the fact what must still be known in five years: libs/foundation/contracts/src/events/conversation.events.ts and golden/.',
    'Write the rule in libs/contexts/conversations/src/domain/__name__.ts, beginning with its spec.',
    'Fold the fact into the rows that show it: inbox.fold.ts and transcript.fold.ts of libs/contexts/conversations/src/read.',
    'Add the fact to the histories that tests try at random: libs/contexts/conversations/src/testing/any-history.ts.',
    'Show it: apps/web/src/features/messaging-inbox/api/commands.ts, a button, its texts in en, es and nl.',
    'Add a browser flow: apps/e2e/flows.',
    'Read docs/how-to/add-a-feature.md, then run scripts/check and scripts/test --affected.',
  ],
};
