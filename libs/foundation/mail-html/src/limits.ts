/** Maximum length of HTML that is shown. */
export const MAX_HTML = 4_000_000;
/** Maximum length of HTML without images in data URLs. */
export const MAX_CHARACTERS = 1_000_000;
/** Maximum depth of nested elements; newsletters have up to 60. */
export const MAX_DEPTH = 250;
export const MAX_ELEMENTS = 40_000;
/** Maximum lengths of attributes: styles and others, addresses, images in data URLs. Longer values are dropped. */
export const MAX_STYLE = 4_000;
export const MAX_ADDRESS = 4_000;
export const MAX_DATA_PICTURE = 700_000;
export const MAX_PICTURES = 500;
