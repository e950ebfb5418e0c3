import type {
  ListedTemplate,
  ReviewedStatus,
  TemplateAccount,
  TemplateCategory,
  TemplateContent,
  TemplateEvent,
  TemplateFile,
  TemplateQuality,
  TemplateStatus,
  WrittenTemplate,
} from '@parley/contracts/events';
import { brokenTemplateRules, editableAt } from '@parley/contracts/rules/template-rules';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type TemplateCommand =
  | ({ type: 'Create' } & TemplateAccount & WrittenTemplate)
  /** Changes the text of the template; absent fields keep their values. */
  | { type: 'Change'; changes: Partial<WrittenTemplate> }
  | { type: 'SetAttachment'; attachment: TemplateFile | null; isLocked: boolean }
  /** Submits the template to its provider at the time `at`, ISO 8601 UTC. */
  | { type: 'Submit'; at: string }
  | { type: 'Take'; externalId: string }
  | { type: 'Refuse'; code: string; detail: string | null }
  | { type: 'Review'; status: ReviewedStatus; reason: string | null; advice: string | null }
  | { type: 'Recategorise'; category: TemplateCategory }
  | { type: 'Rate'; quality: TemplateQuality }
  /**
   * `listed`: the template in the provider's list of the time `at`; null if that list does not contain the template.
   */
  | { type: 'Sync'; at: string; account: TemplateAccount; listed: ListedTemplate | null }
  | { type: 'Delete'; at: string };

/** The parts of a template that its provider reviews. */
interface Submission {
  category: TemplateCategory;
  content: TemplateContent;
}

export interface TemplateState {
  existence: 'missing' | 'present' | 'deleted';
  provider: TemplateAccount['provider'];
  accountId: string;
  name: string;
  language: string;
  /** The text that was written but not submitted; null if the provider has the latest text. */
  draft: Submission | null;
  /** The text that the provider has; null before the first submission. */
  live: Submission | null;
  externalId: string | null;
  status: TemplateStatus;
  reason: string | null;
  advice: string | null;
  quality: TemplateQuality;
  /** The category that was requested, if the provider chose another category; null otherwise. */
  askedCategory: TemplateCategory | null;
  attachment: TemplateFile | null;
  isAttachmentLocked: boolean;
  /** Time of the last submission, ISO 8601 UTC; null before the first. */
  submittedAt: string | null;
  /** When the template was last edited while approved, ISO 8601 UTC; null if never. */
  editedAt: string | null;
  /** Whether the provider no longer has the template. */
  isGone: boolean;
  /** The provider's reason for refusing the last submission; null if it was not refused. */
  refusal: { code: string; detail: string | null } | null;
  /** During a submission, the state to restore if the provider refuses; null otherwise. */
  before: Pick<TemplateState, 'live' | 'draft' | 'status' | 'editedAt'> | null;
  deletedAt: string | null;
}

const missing: TemplateState = {
  existence: 'missing',
  provider: 'whatsapp-cloud',
  accountId: '',
  name: '',
  language: '',
  draft: null,
  live: null,
  externalId: null,
  status: 'draft',
  reason: null,
  advice: null,
  quality: 'unknown',
  askedCategory: null,
  attachment: null,
  isAttachmentLocked: false,
  submittedAt: null,
  editedAt: null,
  isGone: false,
  refusal: null,
  before: null,
  deletedAt: null,
};

/** A WhatsApp template in one language: its draft, and its state at the provider. */
export const template: Decider<TemplateCommand, TemplateState, TemplateEvent> = {
  initialState: missing,

  decide(command, state) {
    if (command.type === 'Sync') return sync(command, state);
    if (command.type === 'Create') {
      const { type: _type, ...created } = command;
      return state.existence === 'missing' ? [{ type: 'TemplateCreated', data: created }] : [];
    }
    if (command.type === 'Delete' && state.existence === 'deleted') return [];
    if (state.existence !== 'present') throw new NotFound();
    switch (command.type) {
      case 'Change':
        return change(command.changes, state);
      case 'SetAttachment': {
        const { attachment, isLocked } = command;
        const isSame = same(state.attachment, attachment) && state.isAttachmentLocked === isLocked;
        return isSame ? [] : [{ type: 'TemplateAttachmentChanged', data: { attachment, isLocked } }];
      }
      case 'Submit':
        return submit(command.at, state);
      case 'Take': {
        const { externalId } = command;
        return state.externalId === externalId && !state.before
          ? []
          : [{ type: 'TemplateTaken', data: { externalId } }];
      }
      case 'Refuse': {
        const { code, detail } = command;
        return state.before ? [{ type: 'TemplateRefused', data: { code, detail } }] : [];
      }
      case 'Review':
        return review(command, state);
      case 'Recategorise':
        return recategorise(command.category, state);
      case 'Rate':
        return rate(command.quality, state);
      case 'Delete':
        return [{ type: 'TemplateDeleted', data: { at: command.at } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'TemplateCreated': {
        const { category, content, ...named } = event.data;
        return { ...missing, ...named, existence: 'present', draft: { category, content } };
      }
      case 'TemplateChanged': {
        const { category, content, ...named } = event.data;
        return { ...state, ...named, draft: { category, content }, refusal: null };
      }
      case 'TemplateAttachmentChanged':
        return { ...state, attachment: event.data.attachment, isAttachmentLocked: event.data.isLocked };
      case 'TemplateSubmitted': {
        const { live, draft, status, editedAt } = state;
        const { at } = event.data;
        return {
          ...state,
          before: { live, draft, status, editedAt },
          live: draft ?? live,
          draft: null,
          status: 'pending',
          submittedAt: at,
          editedAt: status === 'approved' ? at : editedAt,
          ...{ reason: null, advice: null, refusal: null, askedCategory: null, isGone: false },
        };
      }
      case 'TemplateTaken':
        return { ...state, externalId: event.data.externalId, before: null };
      case 'TemplateRefused':
        return { ...state, ...state.before, before: null, refusal: event.data };
      case 'TemplateReviewed':
        return { ...state, ...event.data, before: null };
      case 'TemplateCategoryChanged': {
        const { from, to } = event.data;
        return {
          ...state,
          live: state.live && { ...state.live, category: to },
          askedCategory: state.askedCategory ?? from,
        };
      }
      case 'TemplateQualityChanged':
        return { ...state, quality: event.data.quality };
      case 'TemplateFound': {
        const { category, content, ...named } = event.data;
        const begun = state.existence === 'present' ? state : missing;
        const live = { category, content };
        return { ...begun, ...named, existence: 'present', live, before: null, isGone: false };
      }
      case 'TemplateGone':
        return { ...state, isGone: true, before: null };
      case 'TemplateDeleted':
        return { ...state, existence: 'deleted', deletedAt: event.data.at };
    }
  },
};

/** The text to edit: the draft, or else the text that the provider has. */
export function writtenOf({ name, language, draft, live }: TemplateState): WrittenTemplate {
  return { name, language, ...(draft ?? live)! };
}

/**
 * Changes the draft.
 * @throws Rejected `template_name_fixed` if the provider already has the template under its name;
 * `template_in_review` during the provider's review
 */
function change(changes: Partial<WrittenTemplate>, state: TemplateState): TemplateEvent[] {
  const before = writtenOf(state);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  if (same(before, after)) return [];
  if (state.status === 'pending') throw new Rejected('template_in_review');
  const isRenamed = before.name !== after.name || before.language !== after.language;
  if (isRenamed && state.live) throw new Rejected('template_name_fixed');
  return [{ type: 'TemplateChanged', data: after }];
}

/**
 * Submits the draft.
 * @throws Rejected `template_invalid`, `template_header_file_missing`, `template_nothing_to_submit`,
 * `template_disabled`; `template_edited_lately` with the time from which the template may be edited again
 */
function submit(at: string, state: TemplateState): TemplateEvent[] {
  if (state.status === 'pending') return [];
  if (state.status === 'disabled') throw new Rejected('template_disabled');
  if (!state.draft && !state.isGone) throw new Rejected('template_nothing_to_submit');
  const written = writtenOf(state);
  const broken = brokenTemplateRules(written);
  if (broken.length > 0) {
    const detail = broken.map(({ field, rule }) => `${field}: ${rule}`).join(', ');
    throw new Rejected('template_invalid', detail, broken);
  }
  const format = written.content.header?.format ?? 'text';
  if (format !== 'text' && format !== 'location' && !state.attachment) {
    throw new Rejected('template_header_file_missing');
  }
  const possibleAt = state.status === 'approved' ? editableAt(state.editedAt, at) : null;
  if (possibleAt) throw new Rejected('template_edited_lately', possibleAt);
  return [{ type: 'TemplateSubmitted', data: { at } }];
}

function review(
  { status, reason, advice }: Extract<TemplateCommand, { type: 'Review' }>,
  state: TemplateState,
): TemplateEvent[] {
  const isSame = state.status === status && state.reason === reason && state.advice === advice;
  return isSame || !state.live ? [] : [{ type: 'TemplateReviewed', data: { status, reason, advice } }];
}

function recategorise(to: TemplateCategory, { live }: TemplateState): TemplateEvent[] {
  if (!live || live.category === to) return [];
  return [{ type: 'TemplateCategoryChanged', data: { from: live.category, to } }];
}

function rate(quality: TemplateQuality, state: TemplateState): TemplateEvent[] {
  return state.quality === quality ? [] : [{ type: 'TemplateQualityChanged', data: { quality } }];
}

/** Applies a provider's list, unless the list is older than the last submission or deletion here. */
function sync(
  { at, account, listed }: Extract<TemplateCommand, { type: 'Sync' }>,
  state: TemplateState,
): TemplateEvent[] {
  const newest = [state.submittedAt, state.deletedAt]
    .filter((time) => time !== null)
    .sort()
    .at(-1);
  if (newest !== undefined && newest >= at) return [];
  if (!listed) return lose(state);
  const isThere = state.existence === 'present';
  const isOurs = isThere && state.externalId === null && state.before !== null;
  const { externalId, name, language, category, content, status, reason, quality } = listed;
  const has = isThere && state.live && !state.isGone && state.externalId === externalId;
  // A change of the category is recorded as a separate event.
  const isWritten = has && same(state.live!.content, content);
  const found: TemplateEvent[] = isOurs
    ? [{ type: 'TemplateTaken', data: { externalId } }]
    : isWritten
      ? []
      : [
          {
            type: 'TemplateFound',
            data: {
              ...account,
              ...{ externalId, name, language, content },
              category: has ? state.live!.category : category,
            },
          },
        ];
  const after = found.reduce((folded, event) => template.evolve(folded, event), state);
  const { advice } = after.reason === reason && after.status === status ? after : { advice: null };
  return [
    ...found,
    ...recategorise(category, after),
    ...review({ type: 'Review', status, reason, advice }, after),
    ...rate(quality, after),
  ];
}

function lose(state: TemplateState): TemplateEvent[] {
  if (state.existence !== 'present' || !state.live || state.isGone) return [];
  // The provider's list lacks the template whose response was lost, so it never received the submission.
  if (state.before && state.externalId === null) {
    return [{ type: 'TemplateRefused', data: { code: 'template_not_taken', detail: null } }];
  }
  return [{ type: 'TemplateGone', data: {} }];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, sorted(each)]),
  );
}
