import type { AssistantAction, AssistantLanguage } from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { instructions, type InstructionLanguage } from './instructions';
import type { HiddenData } from './hidden-data';

/** A user's request to the assistant. */
export interface Asked {
  action: AssistantAction;
  model: string;
  text: string;
  language: AssistantLanguage | null;
  otherLanguage: string;
  messages: { from: 'contact' | 'colleague'; text: string }[];
  speaks: InstructionLanguage;
}

export interface PromptMessage {
  role: 'system' | 'user';
  content: string;
}

/**
 * Checks that the request has everything that its action needs (spec, section 5).
 * @param longest maximum number of characters of all texts together
 * @throws Rejected with the code of the missing part
 */
export function requireComplete(asked: Asked, longest: number): void {
  const { action, text, language, otherLanguage, messages, model } = asked;
  if (action === 'summarise') {
    if (!messages.some((message) => message.text !== '')) throw new Rejected('assistant_no_messages');
  } else if (text === '') throw new Rejected('assistant_no_text');
  if (action === 'translate' && (language === null || (language === 'other' && otherLanguage === ''))) {
    throw new Rejected('assistant_no_language');
  }
  if (model === '') throw new Rejected('assistant_incomplete');
  const length = messages.reduce((sum, message) => sum + message.text.length, text.length);
  if (length > longest) throw new Rejected('assistant_too_long');
}

/** The texts of the request that count as the user's input. */
export function inputOf({ action, text, messages }: Asked): string {
  const own = action === 'summarise' ? [] : [text];
  return [...own, ...sentMessages(action, messages).map((message) => message.text)].join('\n');
}

/**
 * Builds the messages for the model. Each text is between lines that end in `seal`, which the authors of the texts
 * cannot know, so a text cannot end its own section.
 * @param seal random text, different for each request
 */
export function promptOf(asked: Asked, hidden: HiddenData, seal: string): PromptMessage[] {
  const { action, speaks, language, otherLanguage, messages } = asked;
  const { rules, task, languages } = instructions[speaks];
  const target =
    language === null
      ? ''
      : language === 'other'
        ? otherLanguage.replace(/[^\p{L}\p{M}() -]/gu, '')
        : languages[language];
  const between = (name: string, text: string) => {
    const plain = hidden.hide(text).replaceAll(seal, '');
    return `BEGIN ${name} ${seal}\n${plain}\nEND ${name} ${seal}`;
  };
  const conversation = sentMessages(action, messages).map(({ from, text }) =>
    between(from.toUpperCase(), text),
  );
  const own = action === 'summarise' ? [] : [between('TEXT', asked.text)];
  return [
    { role: 'system', content: `${rules}\n\n${task[action](target)}` },
    { role: 'user', content: [...conversation, ...own].join('\n\n') },
  ];
}

/** Returns the messages that are sent to the model: only the actions `summarise` and `generate` use messages. */
function sentMessages(action: AssistantAction, messages: Asked['messages']): Asked['messages'] {
  return action === 'summarise' || action === 'generate' ? messages.filter(({ text }) => text !== '') : [];
}
