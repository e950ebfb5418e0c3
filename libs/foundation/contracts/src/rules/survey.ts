import type { BrokenRule } from './broken-rule';

/** The satisfaction survey that a channel sends after a conversation is archived. */
export interface SurveySettings {
  question: string;
  /** Reply to a rating; null: no reply. */
  thanks: string | null;
}

/** Possible ratings from worst to best, on every channel. */
export const surveyScores = [1, 2, 3, 4, 5] as const;

/** The lowest rating that counts as satisfied. */
export const SATISFIED = 4;

/**
 * Maximum length in characters of the texts of a survey. Providers show the question above buttons, where their limit
 * is lower than for other texts.
 */
export const SURVEY_TEXT_LENGTH = 640;

/** Why the survey was not sent. */
export const surveyReasons = [
  'window_closed',
  'contact_blocked',
  'channel_disconnected',
  'message_too_long',
  'asked_lately',
  'no_question',
] as const;
export type SurveyReason = (typeof surveyReasons)[number];

/** Returns all rules that the survey settings break, by fields below `survey`. */
export function brokenSurveyRules({ question, thanks }: SurveySettings): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const breaks = (field: string, rule: BrokenRule['rule']) => broken.push({ field: `survey.${field}`, rule });
  if (question.trim() === '') breaks('question', 'required');
  if (question.length > SURVEY_TEXT_LENGTH) breaks('question', 'too_long');
  if ((thanks?.length ?? 0) > SURVEY_TEXT_LENGTH) breaks('thanks', 'too_long');
  return broken;
}
