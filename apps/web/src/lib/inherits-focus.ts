/** Properties of a sentence that explains why a field beside it vanished: it takes that field's focus. */
export const INHERITS_FOCUS = { tabIndex: -1, 'data-inherits-focus': true };
