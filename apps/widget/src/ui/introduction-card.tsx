import { useState } from 'preact/hooks';
import type { Introduction } from '@parley/contracts/api/web-chat';
import type { WebChatField } from '@parley/contracts/rules/web-chat-settings';
import type { Say } from '../words';

interface IntroductionCardProps {
  fields: readonly WebChatField[];
  title: string;
  maySkip: boolean;
  say: Say;
  onSave: (introduction: Introduction) => Promise<void>;
  onSkip: () => void;
}

const kinds = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
} as const;

/** Form inside the thread that asks for the visitor's missing details. */
export function IntroductionCard({ fields, title, maySkip, say, onSave, onSkip }: IntroductionCardProps) {
  const [wrong, setWrong] = useState<WebChatField | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = fields.map((field) => [field, (form.get(field) as string | null)?.trim()] as const);
    const introduction = Object.fromEntries(given.filter(([, value]) => value)) as Introduction;
    const broken = fields.find((field) => introduction[field] && !isSound(field, introduction[field]));
    setWrong(broken ?? null);
    if (broken || Object.keys(introduction).length === 0) return;
    setSaving(true);
    onSave(introduction).catch(() => setSaving(false));
  };
  return (
    <form class="card" noValidate onSubmit={save} aria-label={title}>
      <p class="card-title">{title}</p>
      {fields.map((field) => (
        <label key={field}>
          {say(field)}
          <input
            name={field}
            maxLength={200}
            {...kinds[field]}
            aria-invalid={wrong === field}
            aria-describedby={wrong === field ? `wrong-${field}` : undefined}
          />
          {wrong === field && (
            <span class="wrong" id={`wrong-${field}`} role="alert">
              {say(field === 'phone' ? 'invalidPhone' : 'invalidEmail')}
            </span>
          )}
        </label>
      ))}
      <div class="card-buttons">
        <button type="submit" class="primary" disabled={isSaving}>
          {say('save')}
        </button>
        {maySkip && (
          <button type="button" class="plain" onClick={onSkip}>
            {say('later')}
          </button>
        )}
      </div>
    </form>
  );
}

function isSound(field: WebChatField, value: string): boolean {
  if (field === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value);
  if (field === 'phone') return /^(\+|00)[\d\s().\-/]{7,20}$/.test(value);
  return true;
}
