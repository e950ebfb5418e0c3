import type { BrokenRule } from './broken-rule';

/** What a channel asks once a conversation was archived. Left out, or null: nothing. */
export interface SurveySettings {
  question: string;
  /** Answers whoever rated; null: nothing. */
  thanks: string | null;
}

/** What may be answered, from worst to best; the same on every channel. */
export const surveyScores = [1, 2, 3, 4, 5] as const;

/** From this score on somebody is satisfied. */
export const SATISFIED = 4;

/** Providers show it above buttons, where it may be no longer. */
export const SURVEY_TEXT_LENGTH = 640;

/** Why nobody was asked. */
export const surveyReasons = [
  'window_closed',
  'contact_blocked',
  'channel_disconnected',
  'message_too_long',
  'asked_lately',
  'no_question',
] as const;
export type SurveyReason = (typeof surveyReasons)[number];

/** Every rule that a survey breaks, by fields below `survey`. */
export function brokenSurveyRules({ question, thanks }: SurveySettings): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const breaks = (field: string, rule: BrokenRule['rule']) => broken.push({ field: `survey.${field}`, rule });
  if (question.trim() === '') breaks('question', 'required');
  if (question.length > SURVEY_TEXT_LENGTH) breaks('question', 'too_long');
  if ((thanks?.length ?? 0) > SURVEY_TEXT_LENGTH) breaks('thanks', 'too_long');
  return broken;
}
