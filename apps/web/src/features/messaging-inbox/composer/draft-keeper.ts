import type { Draft } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { newId } from '../../../lib/id';
import { createKeyedStore } from '../../../lib/keyed-store';
import { codeOf, RequestFailed } from '../../../lib/problem';

/** What this browser keeps until the server has it. */
export interface KeptDraft {
  text: string;
  /** The version that these words follow on from. */
  seen: string | null;
  /** Versions under which the server may have them although it has not said so. */
  made: string[];
}

export interface DraftOptions {
  save: (chatId: string, request: Omit<SaveDraftRequest, 'kind'>) => Promise<void>;
  load: (chatId: string) => Promise<Draft | null>;
  /** Null: there is nothing to keep any more. */
  keep: (chatId: string, kept: KeptDraft | null) => void;
  kept: Iterable<readonly [chatId: string, kept: KeptDraft]>;
  /** Whether a draft is a message by now that waits to be sent, or could not be. */
  isLeaving: (version: string) => boolean;
}

/** What the server may know of words that are sent: them to the letter, or those that they follow on from. */
export interface TakenDraft {
  draftVersion?: string;
  draftSeen?: string;
}

interface Held {
  seen: string | null;
  made: string[];
  /** The server does not know these words. */
  isChanged: boolean;
  /** Nobody typed them in this window. */
  isAdopted: boolean;
  saving: Promise<void> | null;
  /** What was heard of the server before is older than what is here. */
  touchedAt: number;
  timer?: ReturnType<typeof setTimeout>;
  /** When what is typed has to be saved although nobody pauses, in milliseconds; null: nothing waits. */
  saveBy: number | null;
}

const SAVE_AFTER_MS = 800;
/** Whoever types without a pause has it saved so often. */
const SAVE_WITHIN_MS = 3_000;
const AGAIN_AFTER_MS = 5_000;

/**
 * What one types, per conversation: on the screen at once, at the server after a pause, every few seconds without one,
 * and when one leaves. Words that
 * come from another window of the same person replace only what nobody is typing here; where both have typed, both
 * are shown, and the person says which stay.
 */
export class DraftKeeper {
  readonly texts = createKeyedStore('');
  /** What another window saved, while other words stand here. */
  readonly conflicts = createKeyedStore<Draft | null>(null);
  private readonly held = new Map<string, Held>();
  /** Where somebody is typing just now. */
  private typingIn: string | null = null;
  private clock = 0;

  constructor(private readonly options: DraftOptions) {
    this.adopt(options.kept);
  }

  /** What is kept here and the server does not know: by this window before it was left, or by another that is open. */
  adopt(kept: DraftOptions['kept']): void {
    for (const [chatId, { text, seen, made }] of kept) {
      const held = this.of(chatId);
      if (held.isChanged || held.saving) continue;
      Object.assign(held, { seen, made: [...made], isChanged: true, isAdopted: true });
      this.texts.set(chatId, text);
    }
  }

  /**
   * Another window keeps other words by now, or none: the server knows them, or they were sent. What was only adopted
   * here follows; what was typed here stays.
   */
  async keptElsewhere(chatId: string, kept: KeptDraft | null): Promise<void> {
    const held = this.held.get(chatId);
    if (!held?.isAdopted || isKnown(held)) return;
    if (kept && kept.text !== '') {
      if (held.saving) return;
      held.isChanged = false;
      return this.adopt([[chatId, kept]]);
    }
    held.touchedAt = ++this.clock;
    this.texts.set(chatId, '');
    this.conflicts.set(chatId, null);
    // What is under way may bring back what was sent: it is taken back after it.
    held.isChanged = held.saving !== null;
    if (!held.saving) held.made = [];
    await held.saving;
    const askedAt = this.now();
    // Without an answer it shows with the next look at all of them.
    const draft = await this.options.load(chatId).catch(() => undefined);
    if (draft !== undefined) this.follow(chatId, draft, askedAt);
  }

  type(chatId: string, text: string): void {
    this.typingIn = chatId;
    this.change(chatId, text);
    const held = this.of(chatId);
    held.saveBy ??= Date.now() + SAVE_WITHIN_MS;
    this.saveLater(chatId, Math.min(SAVE_AFTER_MS, Math.max(0, held.saveBy - Date.now())));
  }

  /** The field has lost the focus: what comes from elsewhere may be shown in it. */
  leave(chatId: string): void {
    if (this.typingIn === chatId) this.typingIn = null;
    void this.save(chatId);
  }

  /** The words go out with a message. @returns what the server may know of them */
  take(chatId: string): TakenDraft {
    const held = this.of(chatId);
    clearTimeout(held.timer);
    const known = held.made.at(-1) ?? held.seen ?? undefined;
    const taken = held.isChanged ? { draftSeen: known } : { draftVersion: known };
    this.texts.set(chatId, '');
    this.conflicts.set(chatId, null);
    held.touchedAt = ++this.clock;
    // The server forgets the draft as it takes the message. What is under way to it would come too late for that.
    held.isChanged = held.saving !== null;
    this.keep(chatId);
    return taken;
  }

  /** These words were sent from some window: they leave this one, too, also while somebody is in the field. */
  sentFromSome(chatId: string, versions: string[]): void {
    const held = this.held.get(chatId);
    const isSent = (version: string | null) => version !== null && versions.includes(version);
    if (!held || ![held.seen, ...held.made].some(isSent)) return;
    if (isSent(held.seen)) held.seen = null;
    held.made = held.made.filter((version) => !isSent(version));
    held.touchedAt = ++this.clock;
    // Words typed since then stay, and follow on from none.
    if (!held.isChanged && !held.saving) {
      this.texts.set(chatId, '');
      this.conflicts.set(chatId, null);
    }
    this.keep(chatId);
  }

  /** Everything that the server does not know yet is sent to it: one leaves, or is back. */
  async flush(): Promise<void> {
    await Promise.all([...this.held.keys()].map((chatId) => this.save(chatId)));
  }

  /** In how many conversations words stand that the server does not know. */
  unsaved(): number {
    return [...this.held].filter(([chatId, held]) => !isKnown(held) && this.texts.get(chatId).trim() !== '')
      .length;
  }

  /** What the moment is called at which the server is asked, for `show`. */
  now(): number {
    return this.clock;
  }

  /** All drafts as the server had them when it was asked: those that nobody changed here follow it. */
  show(drafts: Draft[], askedAt: number): void {
    const known = new Map(drafts.map((draft) => [draft.chatId, draft]));
    for (const chatId of new Set([...known.keys(), ...this.texts.keys()])) {
      this.follow(chatId, known.get(chatId) ?? null, askedAt);
    }
  }

  /** One draft, as `show` does with all. */
  follow(chatId: string, draft: Draft | null, askedAt: number): void {
    const held = this.of(chatId);
    if (held.isChanged || held.saving || held.touchedAt > askedAt || this.typingIn === chatId) return;
    held.seen = draft?.version ?? null;
    held.made = [];
    this.texts.set(chatId, draft && !this.options.isLeaving(draft.version) ? draft.text : '');
  }

  /** Of two windows' words, these here stay. */
  keepMine(chatId: string): void {
    const theirs = this.conflicts.get(chatId);
    if (!theirs) return;
    this.conflicts.set(chatId, null);
    const held = this.of(chatId);
    held.seen = theirs.version;
    held.made = [];
    held.isChanged = true;
    held.isAdopted = false;
    void this.save(chatId);
  }

  /** Of two windows' words, the other's stay. */
  takeTheirs(chatId: string): void {
    const theirs = this.conflicts.get(chatId);
    if (!theirs) return;
    this.conflicts.set(chatId, null);
    const held = this.of(chatId);
    held.seen = theirs.version;
    held.made = [];
    held.isChanged = false;
    held.touchedAt = ++this.clock;
    this.texts.set(chatId, theirs.text);
    this.keep(chatId);
  }

  /** A draft that became a message which nobody wants any more. */
  async forget(chatId: string, version: string): Promise<void> {
    const request = { text: '', version: newId(), seen: version };
    // Other words have taken its place: those are nobody's to forget.
    await this.options.save(chatId, request).catch(() => undefined);
  }

  private change(chatId: string, text: string): void {
    const held = this.of(chatId);
    held.isChanged = true;
    held.isAdopted = false;
    held.touchedAt = ++this.clock;
    this.texts.set(chatId, text);
    this.keep(chatId);
  }

  private async save(chatId: string): Promise<void> {
    const held = this.of(chatId);
    clearTimeout(held.timer);
    held.saveBy = null;
    if (!held.isChanged && !held.saving) return;
    held.saving ??= this.saveAll(chatId, held).finally(() => {
      held.saving = null;
      this.keep(chatId);
    });
    await held.saving;
  }

  /** One save after the other, until the server knows what stands here. */
  private async saveAll(chatId: string, held: Held): Promise<void> {
    let goesOn = true;
    while (goesOn && held.isChanged && !this.conflicts.get(chatId)) {
      const request = { text: this.texts.get(chatId), version: newId(), seen: held.seen };
      held.made.push(request.version);
      held.isChanged = false;
      this.keep(chatId);
      try {
        await this.options.save(chatId, request);
        held.seen = request.text === '' ? null : request.version;
        held.made = [];
      } catch (error) {
        held.isChanged = true;
        goesOn = await this.mend(chatId, held, error);
      }
    }
  }

  /** @returns whether to save again at once */
  private async mend(chatId: string, held: Held, error: unknown): Promise<boolean> {
    try {
      if (codeOf(error) === 'draft_changed') return await this.compare(chatId, held);
      if (error instanceof RequestFailed && !error.isPassing) return false;
    } catch {
      // Asked again below, as for what could not be saved.
    }
    this.saveLater(chatId, AGAIN_AFTER_MS);
    return false;
  }

  /** Finds out whose words the server has instead: perhaps ours, whose answer was lost. */
  private async compare(chatId: string, held: Held): Promise<boolean> {
    const theirs = await this.options.load(chatId);
    const text = this.texts.get(chatId);
    if (!theirs || held.made.includes(theirs.version) || theirs.text === text) {
      held.seen = theirs?.version ?? null;
      return true;
    }
    if (text !== '') this.conflicts.set(chatId, theirs);
    // There is nothing here that could stand against it: it shows once nobody types.
    else held.isChanged = false;
    return false;
  }

  private saveLater(chatId: string, ms: number): void {
    const held = this.of(chatId);
    clearTimeout(held.timer);
    held.timer = setTimeout(() => void this.save(chatId), ms);
  }

  private keep(chatId: string): void {
    const held = this.of(chatId);
    const { seen, made } = held;
    this.options.keep(chatId, isKnown(held) ? null : { text: this.texts.get(chatId), seen, made });
  }

  private of(chatId: string): Held {
    let held = this.held.get(chatId);
    if (!held) {
      held = {
        seen: null,
        made: [],
        isChanged: false,
        isAdopted: false,
        saving: null,
        touchedAt: 0,
        saveBy: null,
      };
      this.held.set(chatId, held);
    }
    return held;
  }
}

/** The server has these words, and has said so. */
function isKnown({ isChanged, made }: Held): boolean {
  return !isChanged && made.length === 0;
}
