/**
 * Time in ms for which typing runs no shortcut after its field vanished. While no other element has the focus, each
 * key restarts this time.
 */
const TYPING_GRACE_MS = 2_000;
/**
 * If a field vanishes within this time in ms after Enter, Escape, Tab or a click, the user is assumed to have caused
 * it, unless keys were typed into the field since. The time is long because a dialog closes only after its command
 * has succeeded.
 */
const OWN_ACTION_MS = 10_000;
/** Time in ms that a component has to place the focus itself before the guard does. */
const REFOCUS_DELAY_MS = 100;

/** Selector of the sentence that explains why a field beside it vanished, see `INHERITS_FOCUS`. */
const HEIR = '[data-inherits-focus]';
/** Keys that neither type nor trigger an action: modifiers, locks and those that move the caret. */
const NEUTRAL_KEYS =
  /^(Alt|AltGraph|Control|Fn|Meta|Shift|CapsLock|NumLock|ScrollLock|Arrow(Down|Left|Right|Up)|End|Home|PageDown|PageUp)$/;
const FIELDS =
  'textarea, select, [contenteditable="true"], iframe[data-takes-typing], input:not([type=button], [type=submit], [type=reset], [type=checkbox], [type=radio], [type=file], [type=range], [type=color])';

interface Focused {
  element: Element;
  isField: boolean;
  /** The element's ancestors, nearest first, at the time when it got the focus. */
  ancestors: Element[];
  /**
   * Whether the element is disabled and gets the focus back once it is enabled, like a button that waits for its
   * command.
   */
  isPaused: boolean;
}

/** Whether no control has the focus: it is on the body, or on the page's main part, which stands in for the body. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === 'main';
}

/**
 * Watches the focused element. The element counts as vanished when it is removed, hidden, made inert or, if it is a field,
 * disabled. Then:
 *
 * - if the element was a field, keys run no shortcut and press no button for two seconds;
 * - the focus moves to the sentence that explains the reason, or else to the nearest ancestor that can take it.
 *
 * A disabled control other than a field gets its focus back once it is enabled.
 * @returns a function that stops watching
 */
export function guardFocus(): () => void {
  let focused: Focused | null = null;
  let graceEnd = 0;
  let ownActionAt = -Infinity;
  let isByPointer = false;
  let refocus: ReturnType<typeof setTimeout> | undefined;
  /** The element to which the guard itself moved the focus; null if it moved none. */
  let heir: HTMLElement | null = null;

  const now = () => performance.now();
  const isOwnAction = () => now() - ownActionAt < OWN_ACTION_MS;
  const act = () => {
    ownActionAt = now();
    isByPointer = false;
    graceEnd = 0;
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    act();
    isByPointer = true;
    // After a click into a field the user will type there, so the click does not count as causing the field's
    // removal.
    const field = target instanceof Element && target.closest(FIELDS);
    if (field && canHoldFocus(field)) ownActionAt = -Infinity;
  };

  const note = (element: Element | null) => {
    if (!element || element === document.body) return;
    const ancestors: Element[] = [];
    for (let above = element.parentElement; above; above = above.parentElement) ancestors.push(above);
    const isField = element.matches(FIELDS);
    focused = { element, isField, ancestors, isPaused: false };
    if (isField) graceEnd = 0;
  };

  const restore = (lost: Focused, standIn?: Element | null) => {
    clearTimeout(refocus);
    refocus = setTimeout(() => {
      const { activeElement } = document;
      if (!isFocusLost() && activeElement !== lost.element && activeElement !== standIn) return;
      const next = heirOf(lost);
      if (!standIn || next?.matches(HEIR)) {
        heir = next;
        heir?.focus({ preventScroll: true });
      }
      // If the explaining sentence was still loading, looks for it once more.
      if (now() < graceEnd && !next?.matches(HEIR)) restore(lost, document.activeElement);
    }, REFOCUS_DELAY_MS);
  };

  /** Moves the focus if the element that had it has vanished. */
  const check = ({ isHidden = false } = {}) => {
    if (!focused) return;
    if (!isHidden && isPausable(focused)) {
      focused.isPaused = true;
      return;
    }
    if (!isHidden && canHoldFocus(focused.element)) {
      const { element, isPaused } = focused;
      focused.isPaused = false;
      if (isPaused && isFocusLost()) (element as HTMLElement).focus({ preventScroll: true });
      return;
    }
    const lost = focused;
    focused = null;
    const { activeElement } = document;
    const isTypingElsewhere = activeElement !== lost.element && activeElement?.matches(FIELDS);
    if (lost.isField && !isTypingElsewhere && !isOwnAction()) graceEnd = now() + TYPING_GRACE_MS;
    restore(lost);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Mutation observers do not report elements that only a style has hidden, so this is checked on each key.
    check({ isHidden: focused?.element.checkVisibility?.() === false });
    if (NEUTRAL_KEYS.test(event.key)) return;
    if (!isTyping(event)) return act();
    const field = event.target instanceof Element ? event.target.closest(FIELDS) : null;
    if (field && canHoldFocus(field)) {
      if (event.key === 'Enter') act();
      else ownActionAt = -Infinity;
    } else if (now() < graceEnd) {
      if (isFocusLost() || document.activeElement === heir) graceEnd = now() + TYPING_GRACE_MS;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else act();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    // A removal also blurs the element, while it is still in the page, so only a blur after the user's own action
    // counts as intended. If the whole window loses the focus, the element keeps it within the page.
    const isOfWindow = document.activeElement === focused?.element;
    if (!focused || relatedTarget !== null || isOfWindow || !isOwnAction() || isPausable(focused)) return;
    const left = focused;
    // After a click outside all controls, no element gets the focus; after a key, such as Escape in a field, the
    // focus returns to the page.
    if (!isByPointer) restore({ ...left, isField: false });
    queueMicrotask(() => {
      if (focused === left && canHoldFocus(left.element)) focused = null;
    });
  };

  const observer = new MutationObserver(() => check());
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'contenteditable', 'hidden', 'inert'],
  });
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  window.addEventListener('keydown', onKeyDown, options);
  window.addEventListener('pointerdown', onPointerDown, options);
  document.addEventListener('focusin', ({ target }) => note(target as Element), options);
  document.addEventListener('focusout', onFocusOut, options);
  // If an embedded page takes the focus, only this event reports it.
  window.addEventListener('blur', () => note(document.activeElement), { signal: stop.signal });
  note(document.activeElement);
  return () => {
    stop.abort();
    observer.disconnect();
    clearTimeout(refocus);
  };
}

/** Whether the key changes the text of a field or, like Enter, ends a line or a message. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph') || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Dead', 'Process'].includes(event.key);
}

/**
 * Whether the element is a disabled control other than a field, still in its place, such as a button while its
 * command runs.
 */
function isPausable({ element, isField }: Focused): boolean {
  return !isField && element.isConnected && element.matches(':disabled') && !isWithdrawn(element);
}

function canHoldFocus(element: Element): boolean {
  return (
    element.isConnected && !element.matches(':disabled, [contenteditable="false"]') && !isWithdrawn(element)
  );
}

function isWithdrawn(element: Element): boolean {
  return element.closest('[inert], [hidden]') !== null;
}

/** The element that gets the focus of an element that vanished; null if there is none. */
function heirOf({ isField, ancestors }: Focused): HTMLElement | null {
  for (const ancestor of ancestors.filter(({ isConnected }) => isConnected)) {
    const sentence = isField && ancestor.querySelector<HTMLElement>(HEIR);
    if (sentence) return sentence;
    if (ancestor.matches('[tabindex], [role=dialog]')) return ancestor as HTMLElement;
  }
  return document.getElementById('main');
}
