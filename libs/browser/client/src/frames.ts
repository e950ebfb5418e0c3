/** One event of a stream of server-sent events, as it was received. */
export interface Frame {
  id: string | null;
  data: string | null;
}

/** Yields the events of a stream in order. Ignores comments and fields that the API does not send. */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncIterable<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) yield frameOf(part);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function frameOf(text: string): Frame {
  const frame: Frame = { id: null, data: null };
  for (const line of text.split('\n')) {
    if (line.startsWith('id: ')) frame.id = line.slice(4);
    if (line.startsWith('data: ')) frame.data = line.slice(6);
  }
  return frame;
}
