import type { Draft } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { createCell } from '../../lib/cell';
import { newId } from '../../lib/id';
import { codeOf, RequestFailed } from '../../lib/problem';

/** A draft in this browser's storage; it stays there until the server has it. */
export interface KeptDraft {
  text: string;
  /** Version of the server's draft that this text continues, or null. */
  seen: string | null;
  /** Versions that this browser tried to save and the server has not confirmed; the server may have stored them. */
  made: string[];
}

export interface DraftOptions {
  save: (request: Omit<SaveDraftRequest, 'kind'>) => Promise<void>;
  load: () => Promise<Draft | null>;
  /**
   * Writes the draft to this browser's storage.
   * @param kept null: removes it, because the server has the text
   */
  keep: (kept: KeptDraft | null) => void;
  /** Whether this version became a message that is waiting to be sent or failed. */
  isLeaving: (version: string) => boolean;
}

/**
 * Identifies the server's draft that a message replaces: `draftVersion` if the draft has exactly the message's text,
 * `draftSeen` if the message's text was developed from it.
 */
export interface TakenDraft {
  draftVersion?: string;
  draftSeen?: string;
}

const SAVE_AFTER_MS = 800;
/** Longest time between two saves while the user types without a pause. */
const SAVE_WITHIN_MS = 3_000;
const AGAIN_AFTER_MS = 5_000;

/**
 * The draft of one conversation. Typed text is shown at once and saved to the server after a pause, every few seconds
 * of typing without a pause, and when the user leaves. A text from another window of the same user replaces only text
 * that is not being typed here; if the user has typed in both windows, they see both texts and choose.
 */
export class DraftKeeper {
  readonly text = createCell('');
  /** The text that another window saved while this window has a different text; null if there is no conflict. */
  readonly conflict = createCell<Draft | null>(null);
  private seen: string | null = null;
  private made: string[] = [];
  /**
   * Origin of the text. `saved`: the server confirmed it. `typed`: the user typed it in this window. `found`: it was
   * in this browser's storage, from this window before a reload or from another window.
   */
  private words: 'saved' | 'typed' | 'found' = 'saved';
  /** Increases with every change of the text; a response to an older revision is ignored. */
  private revision = 0;
  private saving: { done: Promise<void>; revision: number | null } | null = null;
  private isInField = false;
  private waiting: { timer: ReturnType<typeof setTimeout>; since: number } | null = null;

  constructor(private readonly options: DraftOptions) {}

  /**
   * Takes over a text from this browser's storage that the server does not have: from before a reload, or from
   * another open window.
   */
  adopt({ text, seen, made }: KeptDraft): void {
    if (this.isChanged || this.saving) return;
    this.seen = seen;
    this.made = [...made];
    this.become(text, 'found');
  }

  /**
   * Called when another window stores a different text, or null if its text was saved or sent. If this window's text
   * was only found in storage, it changes, too; a text typed here stays.
   */
  async keptElsewhere(kept: KeptDraft | null): Promise<void> {
    if (this.words !== 'found') return;
    if (kept && kept.text !== '') {
      if (this.saving) return;
      this.words = 'saved';
      return this.adopt(kept);
    }
    // A save in flight may store a text that the other window has already sent; the next save then removes it.
    this.become('', this.saving ? 'found' : 'saved');
    this.conflict.set(null);
    if (!this.saving) this.made = [];
    await this.saving?.done;
    const follow = this.ask();
    // If loading fails, the next refresh of all drafts updates this one.
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

  /** Call when the field loses the focus: from then on, a text of another window may replace this one. */
  leave(): void {
    this.isInField = false;
    void this.flush();
  }

  /**
   * Empties the field because its text is sent with a message.
   * @returns the server's draft that the message replaces
   */
  take(): TakenDraft {
    this.stopWaiting();
    const known = this.made.at(-1) ?? this.seen ?? undefined;
    const taken = this.isChanged ? { draftSeen: known } : { draftVersion: known };
    // The server deletes the draft when it accepts the message; a save in flight could store it again, so another
    // save follows that one.
    this.become('', this.saving ? 'typed' : 'saved');
    this.conflict.set(null);
    this.keep();
    return taken;
  }

  /** Call when any window has sent these versions: removes their text here, even while the user is in the field. */
  sentFromSome(versions: string[]): void {
    const isSent = (version: string | null) => version !== null && versions.includes(version);
    if (![this.seen, ...this.made].some(isSent)) return;
    if (isSent(this.seen)) this.seen = null;
    this.made = this.made.filter((version) => !isSent(version));
    const { isChanged, saving } = this;
    this.revision++;
    if (saving && !isChanged) saving.revision = this.revision;
    // Text typed after the draft was sent stays and becomes a new draft.
    if (!isChanged && !saving) {
      this.text.set('');
      this.conflict.set(null);
    }
    this.keep();
  }

  /** Saves now if there is unsaved text, and waits for a save in flight. */
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

  /** Whether the field has text that the server has not confirmed. */
  isUnsaved(): boolean {
    return !this.isKnown && this.text.get().trim() !== '';
  }

  /**
   * Call before the server's draft is loaded.
   * @returns a function that accepts the loaded draft; it ignores the draft if the text changed since the call, is
   * unsaved or has the focus
   */
  ask(): (draft: Draft | null) => void {
    const { revision } = this;
    return (draft) => {
      if (this.isChanged || this.saving || this.revision > revision || this.isInField) return;
      this.seen = draft?.version ?? null;
      this.made = [];
      this.text.set(draft && !this.options.isLeaving(draft.version) ? draft.text : '');
    };
  }

  /** Resolves a conflict in favour of the text in this window. */
  keepMine(): void {
    const theirs = this.conflict.get();
    if (!theirs) return;
    this.conflict.set(null);
    this.seen = theirs.version;
    this.made = [];
    this.become(this.text.get(), 'typed');
    void this.flush();
  }

  /** Resolves a conflict in favour of the other window's text. */
  takeTheirs(): void {
    const theirs = this.conflict.get();
    if (!theirs) return;
    this.conflict.set(null);
    this.seen = theirs.version;
    this.made = [];
    this.become(theirs.text, 'saved');
    this.keep();
  }

  /** Deletes the server's draft of a message that its writer discarded. */
  async forget(version: string): Promise<void> {
    const request = { text: '', version: newId(), seen: version };
    // A failure means that another draft has taken its place: that draft stays.
    await this.options.save(request).catch(() => undefined);
  }

  /** Whether the text differs from the text that the server has and from the text that is being saved. */
  private get isChanged(): boolean {
    return this.words !== 'saved' && this.saving?.revision !== this.revision;
  }

  /** Whether the server has confirmed this text. */
  private get isKnown(): boolean {
    return this.words === 'saved' && this.made.length === 0;
  }

  private become(text: string, words: 'saved' | 'typed' | 'found'): void {
    this.revision++;
    this.words = words;
    this.text.set(text);
  }

  /** Saves one revision after the other until the server has the current text. */
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

  /** Handles a failed save. @returns whether to save again at once */
  private async mend(error: unknown): Promise<boolean> {
    try {
      if (codeOf(error) === 'draft_changed') return await this.compare();
      if (error instanceof RequestFailed && !error.isPassing) return false;
    } catch {
      // Loading failed: the save is retried below, like a failed save.
    }
    this.saveAfter(AGAIN_AFTER_MS);
    return false;
  }

  /**
   * Loads the server's draft after the server refused a save: the draft may be this window's own, saved by a request
   * whose response was lost.
   * @returns whether to save again at once
   */
  private async compare(): Promise<boolean> {
    const theirs = await this.options.load();
    const text = this.text.get();
    if (!theirs || this.made.includes(theirs.version) || theirs.text === text) {
      this.seen = theirs?.version ?? null;
      return true;
    }
    if (text !== '') this.conflict.set(theirs);
    // The field is empty, so there is no conflict: the server's draft appears when the user leaves the field.
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
