import { useEffect, useRef, useState } from 'react';
import type { AssistantLine } from '@parley/contracts/api/assistant';
import type { AssistantRequest } from '@parley/contracts/api/assistant.requests';
import { codeOf } from '../../lib/problem';
import { askAssistant } from '../../lib/assistant-api';

type Ended = Extract<AssistantLine, { type: 'ended' }>;

export interface Run {
  state: 'idle' | 'running' | 'ended';
  text: string;
  /** The last line of the response; null while the run continues, or if the connection was lost. */
  ended: Ended | null;
  /** Whether the run was stopped or broke off: the text is incomplete then. */
  isCut: boolean;
  /** Problem code of a run that returned no text; otherwise null. */
  failure: string | null;
}

const idle: Run = { state: 'idle', text: '', ended: null, isCut: false, failure: null };

/** Runs requests to the assistant; a new request aborts the previous one. */
export function useRun() {
  const [run, setRun] = useState(idle);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const ask = async (asked: AssistantRequest) => {
    controller.current?.abort();
    const mine = (controller.current = new AbortController());
    const isMine = () => controller.current === mine;
    let [text, ended] = ['', null as Ended | null];
    setRun({ ...idle, state: 'running' });
    let failure: string | null = null;
    try {
      for await (const line of askAssistant(asked, mine.signal)) {
        if (!isMine()) return;
        if (line.type === 'text') setRun({ ...idle, state: 'running', text: (text += line.text) });
        if (line.type === 'ended') ended = line;
      }
    } catch (error) {
      if (!mine.signal.aborted && text === '') failure = codeOf(error);
    }
    if (!isMine()) return;
    const isCut = failure === null && ended?.outcome !== 'done';
    setRun({ state: 'ended', text, ended, isCut, failure });
  };
  return { run, ask, stop: () => controller.current?.abort() };
}
