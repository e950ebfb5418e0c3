import type { ConversationEvent, SurveyReason, Surveyed } from '@parley/contracts/events';
import { SATISFIED, surveyScores } from '@parley/contracts/rules/survey';

/** Names what is due when a contact is to be asked how it was. */
export const ASK_SURVEY = 'ask-survey';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** Whoever archived by mistake has so long to undo it. */
export const BEFORE_ASKING_MS = 10 * SECOND;
/** For so long a number is taken for an answer, and words after it for a comment. */
const ANSWERABLE_MS = 3 * DAY;
/** Nobody is asked twice within it, however often their conversation is archived. */
const REST_MS = DAY;

/** What became of asking since it was archived last. */
export interface Survey {
  stage: 'none' | 'planned' | 'asked' | 'answered' | 'closed';
  /** When the contact was asked last, or is to be; ISO 8601 UTC. */
  at: string | null;
  whose: Surveyed;
  /** The message that answered and left it archived, by its position; nothing follows from it but its rating. */
  answeredAt: string;
}

export const notSurveyed: Survey = {
  stage: 'none',
  at: null,
  whose: { userId: null, teamId: null },
  answeredAt: '',
};

/** A message of the contact, as far as it may be an answer. */
export interface Said {
  messageId: string;
  /** When it was written, ISO 8601 UTC. */
  at: string;
  /** Null: it is no rating. */
  score: number | null;
  /** It says something besides. */
  hasWords: boolean;
}

export type SurveyCommand =
  | { type: 'PlanSurvey'; userId: string | null; now: string }
  /** `at` is the time for which it was planned. */
  | { type: 'TellSurvey'; at: string; outcome: { messageId: string } | { reason: SurveyReason } };

interface Surveyable {
  status: string;
  survey: Survey;
  assignee: { teamId: string | null };
  lastUserId: string | null;
}

/** Once for each time that it is archived. */
export function survey(state: Surveyable, command: SurveyCommand): ConversationEvent[] {
  const { stage, at, whose } = state.survey;
  if (state.status !== 'closed') return [];
  if (command.type === 'PlanSurvey') {
    if (stage !== 'none') return [];
    const now = Date.parse(command.now);
    if (at !== null && now - Date.parse(at) < REST_MS)
      return [{ type: 'SurveySkipped', data: { reason: 'asked_lately' } }];
    const planned = {
      at: new Date(now + BEFORE_ASKING_MS).toISOString(),
      userId: command.userId ?? state.lastUserId,
      teamId: state.assignee.teamId,
    };
    return [{ type: 'SurveyPlanned', data: planned }];
  }
  if (stage !== 'planned' || at !== command.at) return [];
  const { outcome } = command;
  return 'reason' in outcome
    ? [{ type: 'SurveySkipped', data: outcome }]
    : [{ type: 'SurveyAsked', data: { ...outcome, ...whose } }];
}

/**
 * What a message says of the rating. A number alone, and a good one with a word besides, leave the conversation archived;
 * everything else brings it back: nothing that a contact says goes unseen.
 */
export function answered(
  { status, survey: { stage, at, whose } }: Pick<Surveyable, 'status' | 'survey'>,
  position: string,
  said: Said | undefined,
): { told: ConversationEvent[]; isSettled: boolean } {
  const nothing = { told: [], isSettled: false };
  if (!said || status !== 'closed' || at === null) return nothing;
  if (Date.parse(said.at) - Date.parse(at) > ANSWERABLE_MS) return nothing;
  const { messageId, score, hasWords } = said;
  const comment: ConversationEvent = { type: 'SurveyCommented', data: { messageId, position } };
  if (stage === 'answered' && hasWords && score === null) return { told: [comment], isSettled: false };
  if (stage !== 'asked' || score === null) return nothing;
  const rated: ConversationEvent = { type: 'SurveyAnswered', data: { messageId, position, score, ...whose } };
  return {
    told: hasWords ? [rated, comment] : [rated],
    isSettled: !hasWords || score >= SATISFIED,
  };
}

export function surveyAfter(state: Survey, event: ConversationEvent): Survey {
  switch (event.type) {
    case 'SurveyPlanned': {
      const { at, ...whose } = event.data;
      return { ...state, stage: 'planned', at, whose };
    }
    case 'SurveyAsked':
      return { ...state, stage: 'asked' };
    case 'SurveySkipped':
      // Nobody was asked: they may be the next time.
      return { ...state, stage: 'closed', at: event.data.reason === 'asked_lately' ? state.at : null };
    case 'SurveyAnswered':
      return { ...state, stage: 'answered', answeredAt: event.data.position };
    case 'SurveyCommented':
      return { ...state, stage: 'closed' };
    case 'ConversationReopened':
      return { ...state, stage: 'none', at: state.stage === 'planned' ? null : state.at, answeredAt: '' };
    default:
      return state;
  }
}

const least = surveyScores[0];
const most = surveyScores.at(-1)!;

/**
 * The rating that a text is: a number from 1 to 5, as many stars, or either before a comment that punctuation or a new line
 * sets apart: "4 parcels are missing" rates nothing.
 */
export function ratingIn(text: string): Pick<Said, 'score' | 'hasWords'> {
  // The digits of a keypad are emoji, with what makes them so behind them.
  const plain = text.replace(/[\u20e3\ufe0f]/g, '').trim();
  const number = /^([1-5])(?:\s*\/\s*5)?(?![\d/])\s*(.*)/s.exec(plain);
  const stars = /^((?:⭐|★|🌟)+)\s*(.*)/su.exec(plain);
  const [, said, rest = ''] = number ?? stars ?? [];
  const score = said === undefined ? NaN : number ? Number(said) : [...said].length;
  const isApart = /^$|^[\p{P}\p{S}\n]/u.test(rest) || (number ? /^[1-5]\s*\n/.test(plain) : true);
  if (!(score >= least && score <= most) || !isApart) return { score: null, hasWords: plain !== '' };
  return { score, hasWords: /[\p{L}\p{N}]/u.test(rest) };
}
