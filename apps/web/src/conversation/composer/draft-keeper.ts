import type { Draft } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { createCell } from '../../lib/cell';
import { newId } from '../../lib/id';
import { codeOf, RequestFailed } from '../../lib/problem';

/** What this browser keeps until the server has it. */
export interface KeptDraft {
  text: string;
  /** The version that these words follow on from. */
  seen: string | null;
  /** Versions under which the server may have them although it has not said so. */
  made: string[];
}

export interface DraftOptions {
  save: (request: Omit<SaveDraftRequest, 'kind'>) => Promise<void>;
  load: () => Promise<Draft | null>;
  /** Null: there is nothing to keep any more. */
  keep: (kept: KeptDraft | null) => void;
  /** Whether a draft is a message by now that waits to be sent, or could not be. */
  isLeaving: (version: string) => boolean;
}

/** What the server may know of words that are sent: them to the letter, or those that they follow on from. */
export interface TakenDraft {
  draftVersion?: string;
  draftSeen?: string;
}

const SAVE_AFTER_MS = 800;
/** Whoever types without a pause has it saved so often. */
const SAVE_WITHIN_MS = 3_000;
const AGAIN_AFTER_MS = 5_000;

/**
 * The words that one types in a conversation: on the screen at once, at the server after a pause, every few seconds
 * without one, and when one leaves. Words that come from another window of the same person replace only what nobody is
 * typing here; where both have typed, both are shown, and the person says which stay.
 */
export class DraftKeeper {
  readonly text = createCell('');
  /** What another window saved, while other words stand here. */
  readonly conflict = createCell<Draft | null>(null);
  private seen: string | null = null;
  private made: string[] = [];
  /** Whether the server has said that it knows the words; else, whether somebody typed them in this window. */
  private words: 'saved' | 'typed' | 'found' = 'saved';
  /** Counts the changes of the words: what was heard before one is older than they are. */
  private revision = 0;
  private saving: { done: Promise<void>; revision: number | null } | null = null;
  private isInField = false;
  private waiting: { timer: ReturnType<typeof setTimeout>; since: number } | null = null;

  constructor(private readonly options: DraftOptions) {}

  /** Words that are kept here and the server does not know: by this window before it was left, or by another that is open. */
  adopt({ text, seen, made }: KeptDraft): void {
    if (this.isChanged || this.saving) return;
    this.seen = seen;
    this.made = [...made];
    this.become(text, 'found');
  }

  /**
   * Another window keeps other words by now, or none: the server knows them, or they were sent. Words that were only
   * found here follow; those that were typed here stay.
   */
  async keptElsewhere(kept: KeptDraft | null): Promise<void> {
    if (this.words !== 'found') return;
    if (kept && kept.text !== '') {
      if (this.saving) return;
      this.words = 'saved';
      return this.adopt(kept);
    }
    // What is under way may bring back what was sent: it is taken back after it.
    this.become('', this.saving ? 'found' : 'saved');
    this.conflict.set(null);
    if (!this.saving) this.made = [];
    await this.saving?.done;
    const follow = this.ask();
    // Without an answer it shows with the next look at all of them.
    const draft = await this.options.load().catch(() => undefined);
    if (draft !== undefined) follow(draft);
  }

  type(text: string): void {
    this.isInField = true;
    this.become(text, 'typed');
    this.keep();
    const since = this.waiting?.since ?? Date.now();
    this.saveAfter(Math.min(SAVE_AFTER_MS, Math.max(0, since + SAVE_WITHIN_MS - Date.now())), since);
  }

  /** The field has lost the focus: what comes from elsewhere may be shown in it. */
  leave(): void {
    this.isInField = false;
    void this.flush();
  }

  /** The words go out with a message. @returns what the server may know of them */
  take(): TakenDraft {
    this.stopWaiting();
    const known = this.made.at(-1) ?? this.seen ?? undefined;
    const taken = this.isChanged ? { draftSeen: known } : { draftVersion: known };
    // The server forgets the draft as it takes the message. What is under way to it would come too late for that.
    this.become('', this.saving ? 'typed' : 'saved');
    this.conflict.set(null);
    this.keep();
    return taken;
  }

  /** These versions were sent from some window: their words leave this one, too, also while somebody is in the field. */
  sentFromSome(versions: string[]): void {
    const isSent = (version: string | null) => version !== null && versions.includes(version);
    if (![this.seen, ...this.made].some(isSent)) return;
    if (isSent(this.seen)) this.seen = null;
    this.made = this.made.filter((version) => !isSent(version));
    const { isChanged, saving } = this;
    this.revision++;
    if (saving && !isChanged) saving.revision = this.revision;
    // Words typed since then stay, and follow on from none.
    if (!isChanged && !saving) {
      this.text.set('');
      this.conflict.set(null);
    }
    this.keep();
  }

  /** Sends the server what it does not know yet. */
  async flush(): Promise<void> {
    this.stopWaiting();
    if (!this.isChanged && !this.saving) return;
    if (!this.saving) {
      const saving = { done: Promise.resolve(), revision: null };
      this.saving = saving;
      saving.done = this.saveAll(saving).finally(() => {
        this.saving = null;
        this.keep();
      });
    }
    await this.saving.done;
  }

  /** Whether words stand here that the server does not know. */
  isUnsaved(): boolean {
    return !this.isKnown && this.text.get().trim() !== '';
  }

  /** To be called when the server is asked. @returns what takes its answer: words that nobody changed here follow it */
  ask(): (draft: Draft | null) => void {
    const { revision } = this;
    return (draft) => {
      if (this.isChanged || this.saving || this.revision > revision || this.isInField) return;
      this.seen = draft?.version ?? null;
      this.made = [];
      this.text.set(draft && !this.options.isLeaving(draft.version) ? draft.text : '');
    };
  }

  /** Of two windows' words, these here stay. */
  keepMine(): void {
    const theirs = this.conflict.get();
    if (!theirs) return;
    this.conflict.set(null);
    this.seen = theirs.version;
    this.made = [];
    this.become(this.text.get(), 'typed');
    void this.flush();
  }

  /** Of two windows' words, the other's stay. */
  takeTheirs(): void {
    const theirs = this.conflict.get();
    if (!theirs) return;
    this.conflict.set(null);
    this.seen = theirs.version;
    this.made = [];
    this.become(theirs.text, 'saved');
    this.keep();
  }

  /** A draft that became a message which nobody wants any more. */
  async forget(version: string): Promise<void> {
    const request = { text: '', version: newId(), seen: version };
    // Other words have taken its place: those are nobody's to forget.
    await this.options.save(request).catch(() => undefined);
  }

  /** The words are not those that the server has, or that are on their way to it. */
  private get isChanged(): boolean {
    return this.words !== 'saved' && this.saving?.revision !== this.revision;
  }

  /** The server has these words, and has said so. */
  private get isKnown(): boolean {
    return this.words === 'saved' && this.made.length === 0;
  }

  private become(text: string, words: 'saved' | 'typed' | 'found'): void {
    this.revision++;
    this.words = words;
    this.text.set(text);
  }

  /** One save after the other, until the server knows what stands here. */
  private async saveAll(saving: { revision: number | null }): Promise<void> {
    let goesOn = true;
    while (goesOn && this.isChanged && !this.conflict.get()) {
      const request = { text: this.text.get(), version: newId(), seen: this.seen };
      this.made.push(request.version);
      saving.revision = this.revision;
      this.keep();
      try {
        await this.options.save(request);
        this.seen = request.text === '' ? null : request.version;
        this.made = [];
        if (!this.isChanged) this.words = 'saved';
      } catch (error) {
        saving.revision = null;
        goesOn = await this.mend(error);
      }
    }
  }

  /** @returns whether to save again at once */
  private async mend(error: unknown): Promise<boolean> {
    try {
      if (codeOf(error) === 'draft_changed') return await this.compare();
      if (error instanceof RequestFailed && !error.isPassing) return false;
    } catch {
      // Asked again below, as for what could not be saved.
    }
    this.saveAfter(AGAIN_AFTER_MS);
    return false;
  }

  /** Finds out whose words the server has instead: perhaps ours, whose answer was lost. */
  private async compare(): Promise<boolean> {
    const theirs = await this.options.load();
    const text = this.text.get();
    if (!theirs || this.made.includes(theirs.version) || theirs.text === text) {
      this.seen = theirs?.version ?? null;
      return true;
    }
    if (text !== '') this.conflict.set(theirs);
    // There is nothing here that could stand against it: it shows once nobody types.
    else this.words = 'saved';
    return false;
  }

  private saveAfter(ms: number, since = Date.now()): void {
    this.stopWaiting();
    this.waiting = { timer: setTimeout(() => void this.flush(), ms), since };
  }

  private stopWaiting(): void {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
  }

  private keep(): void {
    const { seen, made } = this;
    this.options.keep(this.isKnown ? null : { text: this.text.get(), seen, made });
  }
}
