/** Time in ms for which typing runs no shortcut after its field vanished. Keys begin it again while the focus is lost. */
const TYPING_GRACE_MS = 2_000;
/**
 * If a field vanishes within this time in ms after Enter, Escape, Tab or a click, the user's own action caused it,
 * unless keys were typed into it since. The time is long because a dialog closes only after its command has
 * succeeded.
 */
const OWN_ACTION_MS = 10_000;
/** Time in ms that a component has to place the focus itself. */
const REFOCUS_DELAY_MS = 100;

/** The sentence that explains why a field beside it vanished: see `INHERITS_FOCUS`. */
const HEIR = '[data-inherits-focus]';
/** Keys that neither type nor act: modifiers, locks and those that move the caret. */
const NEUTRAL_KEYS =
  /^(Alt|AltGraph|Control|Fn|Meta|Shift|CapsLock|NumLock|ScrollLock|Arrow(Down|Left|Right|Up)|End|Home|PageDown|PageUp)$/;
const FIELDS =
  'textarea, select, [contenteditable="true"], iframe[data-takes-typing], input:not([type=button], [type=submit], [type=reset], [type=checkbox], [type=radio], [type=file], [type=range], [type=color])';

interface Focused {
  element: Element;
  isField: boolean;
  /** Its ancestors, from the nearest, as they were when it got the focus. */
  ancestors: Element[];
  /** Whether it is disabled and gets the focus back once it is enabled, as a button that waits for its command. */
  isPaused: boolean;
}

/** Whether the focus is on nothing that a person chose: the body, or the page's main part as its stand-in. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === 'main';
}

/**
 * Watches the element that has the focus. The element vanishes when it is removed, hidden, made inert or, if it is a
 * field, disabled. Then:
 *
 * - if it was a field, keys typed on run no shortcut for two seconds, and press nothing;
 * - the focus goes to the sentence that explains why, or else to the nearest ancestor that takes it.
 *
 * A disabled control that is no field gets a lost focus back once it is enabled.
 *
 * @returns a function that stops watching
 */
export function guardFocus(): () => void {
  let focused: Focused | null = null;
  let graceEnd = 0;
  let ownActionAt = -Infinity;
  let isByPointer = false;
  let refocus: ReturnType<typeof setTimeout> | undefined;
  /** The element to which the guard itself moved a lost focus. */
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
    // A click into a field means that the user types or will type there.
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
      // The explaining sentence may still be loading.
      if (now() < graceEnd && !next?.matches(HEIR)) restore(lost, document.activeElement);
    }, REFOCUS_DELAY_MS);
  };

  /** Handles the loss if the element that had the focus has vanished. */
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
    // No mutation reports an element that only a style has hidden.
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
    // A removal blurs its element while that is still in the page, so only a blur after the user's own action is
    // meant. If the whole window loses the focus, the element keeps it within the page.
    const isOfWindow = document.activeElement === focused?.element;
    if (!focused || relatedTarget !== null || isOfWindow || !isOwnAction() || isPausable(focused)) return;
    const left = focused;
    // After a click outside all controls the focus stays lost; after a key, such as Escape in a field, it returns to
    // the page.
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
  // Only this event reports that an embedded page takes the focus.
  window.addEventListener('blur', () => note(document.activeElement), { signal: stop.signal });
  note(document.activeElement);
  return () => {
    stop.abort();
    observer.disconnect();
    clearTimeout(refocus);
  };
}

/** Keys that put something into a field or take it out; Enter ends a line or a message. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph') || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Dead', 'Process'].includes(event.key);
}

/** Whether it is a control, such as a button while its command runs, that is disabled and otherwise where it was. */
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

/** The element that takes the focus of one that vanished. */
function heirOf({ isField, ancestors }: Focused): HTMLElement | null {
  for (const ancestor of ancestors.filter(({ isConnected }) => isConnected)) {
    const sentence = isField && ancestor.querySelector<HTMLElement>(HEIR);
    if (sentence) return sentence;
    if (ancestor.matches('[tabindex], [role=dialog]')) return ancestor as HTMLElement;
  }
  return document.getElementById('main');
}
