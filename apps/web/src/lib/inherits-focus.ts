/** Props of an element that explains why a field beside it vanished: the element gets the field's focus. */
export const INHERITS_FOCUS = { tabIndex: -1, 'data-inherits-focus': true };
