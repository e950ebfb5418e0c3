import { Button, Chip, Group, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { chatFilters, type FilterName } from '@parley/contracts/api/chat-filters';
import { useTranslation } from '../../../lib/translation';
import { useFilter, useListKey } from '../address';
import { chipNames, filterChips, type FilterChip, type FilterOption } from './filter-chips';

/** The filters of a list. Each choice applies at once. */
export default function FilterPanel() {
  const { t } = useTranslation();
  const key = useListKey();
  const { filter, clear } = useFilter();
  return (
    <Stack gap="sm">
      {chipNames.map((name) => {
        const chip = filterChips[name]!;
        return chip.isOffered?.(key) !== false && <FilterControl key={name} name={name} chip={chip} />;
      })}
      <Group justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          disabled={Object.keys(filter).length === 0}
          onClick={clear}
        >
          {t('filter.clear')}
        </Button>
      </Group>
    </Stack>
  );
}

interface ControlProps {
  label: string;
  options: FilterOption[];
  chosen: string[];
  onChange: (values: string[]) => void;
}

const controls = { switch: SwitchControl, choices: ChoicesControl, select: SelectControl };

function FilterControl({ name, chip }: { name: FilterName; chip: FilterChip }) {
  const { t } = useTranslation();
  const { filter, change } = useFilter();
  const options = chip.useOptions().filter(({ isGone }) => !isGone);
  const Control = controls[chip.control];
  return (
    <Control
      label={chip.label(t)}
      options={options}
      chosen={filter[name] === undefined ? [] : String(filter[name]).split(',')}
      onChange={(values) => change({ [name]: chatFilters[name].parse(values.join()) })}
    />
  );
}

function SwitchControl({ label, options, chosen, onChange }: ControlProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      fullWidth
      aria-label={label}
      value={chosen[0] ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? [] : [value])}
      data={[{ value: 'all', label: t('filter.all') }, ...options]}
    />
  );
}

function ChoicesControl({ label, options, chosen, onChange }: ControlProps) {
  return (
    <Chip.Group multiple value={chosen} onChange={onChange}>
      <Group gap={6} role="group" aria-label={label}>
        {options.map(({ value, label: text }) => (
          <Chip key={value} value={value} size="xs">
            {text}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

function SelectControl({ label, options, chosen, onChange }: ControlProps) {
  const { t } = useTranslation();
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length > 0 ? undefined : t('filter.any')}
      data={options}
      value={chosen.filter((id) => options.some(({ value }) => value === id))}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('filter.nothing')}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={180}
      size="sm"
    />
  );
}
