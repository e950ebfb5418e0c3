/** HTML of more characters than this is not shown as HTML. */
export const MOST_HTML = 4_000_000;
/** The same but for pictures that stand in the HTML itself. */
export const MOST_CHARACTERS = 1_000_000;
/** Elements inside of each other: newsletters have 60. */
export const MOST_DEPTH = 250;
export const MOST_ELEMENTS = 40_000;
/** Characters of one attribute that are looked at; pictures that stand in the HTML itself may have more. */
export const MOST_STYLE = 4_000;
export const MOST_ADDRESS = 4_000;
export const MOST_DATA_PICTURE = 700_000;
export const MOST_PICTURES = 500;
