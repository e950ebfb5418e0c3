import { useId } from 'react';
import { Input, TextInput } from '@mantine/core';
import { useTranslation } from '../lib/translation';
import classes from './colour-picker.module.css';
import { isColour, palette, type ColourName } from './colours';

interface ColourPickerProps {
  label: string;
  /** `#rrggbb`, or an incomplete code while the user types. */
  value: string;
  error?: React.ReactNode;
  onChange: (value: string) => void;
}

/** Lets the user choose a named colour of the palette, or type the code of any other. */
export function ColourPicker({ label, value, error, onChange }: ColourPickerProps) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <Input.Wrapper component="fieldset" className={classes.picker} error={error}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.colours}>
        <div className={classes.swatches}>
          {(Object.entries(palette) as [ColourName, string][]).map(([name, colour]) => (
            <label key={name} className={classes.swatch} title={t(`colours.${name}`)}>
              <input
                type="radio"
                name={group}
                style={{ background: colour }}
                aria-label={t(`colours.${name}`)}
                checked={value.toLowerCase() === colour}
                onChange={() => onChange(colour)}
              />
            </label>
          ))}
        </div>
        <TextInput
          aria-label={t('colours.code')}
          placeholder="#3b4fd8"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
          error={Boolean(error)}
          maxLength={7}
          w={128}
          spellCheck={false}
          leftSection={
            <span className={classes.dot} style={{ background: isColour(value) ? value : 'transparent' }} />
          }
        />
      </div>
    </Input.Wrapper>
  );
}
