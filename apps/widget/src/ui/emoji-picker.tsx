import { useEffect, useRef } from 'preact/hooks';

const emoji = [
  ...'😀😄😂🙂😉😊😍😘😎🤔😅😢😭😡😱🥳👍👎👌🙏👏💪👋🤝❤️🧡💛💚💙🎉🔥⭐✅❌❓❗📦🚲☕🕒'.matchAll(
    /\p{Emoji_Presentation}|❤️/gu,
  ),
].map(([one]) => one);
const COLUMNS = 8;

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** A grid of common emoji: arrow keys move within it, Escape closes it. */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  const grid = useRef<HTMLDivElement>(null);
  const focus = (index: number) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    buttons[Math.max(0, Math.min(buttons.length - 1, index))]?.focus();
  };
  useEffect(() => focus(0), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const isRtl = grid.current ? getComputedStyle(grid.current).direction === 'rtl' : false;
    const steps: Record<string, number> = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      ArrowDown: COLUMNS,
      ArrowUp: -COLUMNS,
    };
    const step = steps[event.key];
    if (event.key === 'Escape') onClose();
    else if (step) focus(at + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="emoji" role="group" ref={grid} onKeyDown={onKeyDown}>
      {emoji.map((one, index) => (
        <button key={one} type="button" tabIndex={index === 0 ? 0 : -1} onClick={() => onPick(one)}>
          {one}
        </button>
      ))}
    </div>
  );
}
