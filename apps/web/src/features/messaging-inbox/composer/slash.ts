/** What was typed after a `/` that begins a word, up to the caret. */
export interface Slash {
  /** Where the `/` stands. */
  start: number;
  /** The caret. */
  end: number;
  search: string;
}

/** The `/` that the caret stands behind, or null: one within a word, as in a path or a date, is none. */
export function slashAt(text: string, caret: number): Slash | null {
  const [match, before = '', search = ''] = /(^|\s)\/([^\s/]*)$/.exec(text.slice(0, caret)) ?? [];
  if (match === undefined) return null;
  return { start: caret - match.length + before.length, end: caret, search };
}

interface Known {
  contactName: string | null;
  agentName: string | null;
}

/** A quick reply with what is known filled in. What is not known stays as it is written, for the agent to see. */
export function fillReply(message: string, { contactName, agentName }: Known): string {
  return message.replace(/\{\{\s*(contact|agent)\.name\s*\}\}/g, (written, who: 'contact' | 'agent') => {
    return (who === 'contact' ? contactName : agentName) ?? written;
  });
}
