import type { ConversationEvent, SurveyReason, Surveyed } from '@parley/contracts/events';
import { SATISFIED, surveyScores } from '@parley/contracts/rules/survey';

/** Name of the scheduled command that sends the satisfaction survey. */
export const ASK_SURVEY = 'ask-survey';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** Delay in ms between archiving and the survey, so that an accidental archiving can be undone first. */
export const BEFORE_ASKING_MS = 10 * SECOND;
/** For this long after the survey, in ms, a number counts as a rating and later text as a comment. */
const ANSWERABLE_MS = 3 * DAY;
/** Minimum time in ms between two surveys of a conversation. */
const REST_MS = DAY;

/** State of the survey since the conversation was last archived. */
export interface Survey {
  stage: 'none' | 'planned' | 'asked' | 'answered' | 'closed';
  /** Time of the planned or the last survey, ISO 8601 UTC; null if there was none. */
  at: string | null;
  whose: Surveyed;
  /**
   * Position of the rating message if it left the conversation archived, '' otherwise. Such a message triggers
   * nothing else.
   */
  answeredAt: string;
}

export const notSurveyed: Survey = {
  stage: 'none',
  at: null,
  whose: { userId: null, teamId: null },
  answeredAt: '',
};

/** The parts of a contact's message that the survey reads. */
export interface Said {
  messageId: string;
  /** When the contact wrote the message, ISO 8601 UTC. */
  at: string;
  /** The rating from 1 to 5; null if the text is no rating. */
  score: number | null;
  /** Whether the text has letters or digits beside the rating. */
  hasWords: boolean;
}

export type SurveyCommand =
  | { type: 'PlanSurvey'; userId: string | null; now: string }
  /** Records that the planned survey was sent as a message, or why it was skipped; `at` is its planned time. */
  | { type: 'TellSurvey'; at: string; outcome: { messageId: string } | { reason: SurveyReason } };

interface Surveyable {
  status: string;
  survey: Survey;
  assignee: { teamId: string | null };
  lastUserId: string | null;
}

/** Decides `PlanSurvey` and `TellSurvey`: at most one survey each time that the conversation is archived. */
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
 * Records a contact's message as the answer to a survey. A rating alone, or a rating of `SATISFIED` or more with a
 * comment, leaves the conversation archived; any other message reopens it, so that an agent sees it.
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
      // If the survey was skipped because of an earlier one, the time of the earlier one stays; if for another
      // reason, no survey was sent, so the minimum interval does not start.
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
 * Parses a rating: 1 to 5 as a digit or as stars, optionally followed by a comment after punctuation or a line break.
 * "4 parcels are missing" is not a rating.
 */
export function ratingIn(text: string): Pick<Said, 'score' | 'hasWords'> {
  // A keypad emoji such as 5️⃣ is a digit followed by these two characters, so they are removed.
  const plain = text.replace(/[\u20e3\ufe0f]/g, '').trim();
  const number = /^([1-5])(?:\s*\/\s*5)?(?![\d/])\s*(.*)/s.exec(plain);
  const stars = /^((?:⭐|★|🌟)+)\s*(.*)/su.exec(plain);
  const [, said, rest = ''] = number ?? stars ?? [];
  const score = said === undefined ? NaN : number ? Number(said) : [...said].length;
  const isApart = /^$|^[\p{P}\p{S}\n]/u.test(rest) || (number ? /^[1-5]\s*\n/.test(plain) : true);
  if (!(score >= least && score <= most) || !isApart) return { score: null, hasWords: plain !== '' };
  return { score, hasWords: /[\p{L}\p{N}]/u.test(rest) };
}
