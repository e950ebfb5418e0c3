import { defaultAssistantSettings, type AssistantRunEvent, type DataOf } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { assistantRun } from './assistant-run';
import { assistantSettings } from './assistant-settings';

const ask: DataOf<'AssistantAsked'> = {
  ...{ userId: 'u', action: 'rewrite', model: 'm', language: null, messages: 0, hidden: 0 },
};
const answer: DataOf<'AssistantAnswered'> = {
  ...{ outcome: 'done', reason: null, requestTokens: 1, responseTokens: 2, isEstimated: false },
};
const asked: AssistantRunEvent = { type: 'AssistantAsked', data: ask };
const answered: AssistantRunEvent = { type: 'AssistantAnswered', data: answer };

describe('a request to the assistant', () => {
  test('a request is recorded once, and answered once', () => {
    expect(given(assistantRun, []).when({ type: 'Ask', ...ask })).toEqual([asked]);
    expect(() => given(assistantRun, [asked]).when({ type: 'Ask', ...ask })).toThrow('assistant_asked');
    expect(given(assistantRun, [asked]).when({ type: 'Answer', ...answer })).toEqual([answered]);
    expect(given(assistantRun, [asked, answered]).when({ type: 'Answer', ...answer })).toEqual([]);
  });

  test('a run that was never recorded accepts no answer', () => {
    expect(given(assistantRun, []).when({ type: 'Answer', ...answer })).toEqual([]);
  });
});

describe('the settings of the assistant', () => {
  test('the settings record only the fields that differ', () => {
    const changes = { hidesPersonalData: false, models: ['a'], address: defaultAssistantSettings.address };
    const [changed] = given(assistantSettings, []).when({ type: 'Change', changes });
    expect(changed).toEqual({
      type: 'AssistantSettingsChanged',
      data: { hidesPersonalData: false, models: ['a'] },
    });
    expect(given(assistantSettings, [changed!]).when({ type: 'Change', changes })).toEqual([]);
  });
});
