import { Button, SegmentedControl, Select, Stack, TagsInput, Text } from '@mantine/core';
import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS } from '@parley/contracts/routing/smart-route-rules';
import { useTranslation } from '../../lib/translation';
import type { RouteFieldsProps } from './route-values';

/** Maximum length of a keyword that is treated as short, because it is often part of other words. */
const SHORT = 3;

/** Inputs for keywords that the message must contain, and for how they are matched. */
export function KeywordFields({ form }: RouteFieldsProps) {
  const { t } = useTranslation();
  const { words, by } = form.values;
  const isShort = by === 'contains' && words.some((word) => word.length <= SHORT && /\p{L}/u.test(word));
  return (
    <Stack gap={8}>
      <TagsInput
        label={t('routing.keywords')}
        description={t('routing.keywordsHint')}
        splitChars={[]}
        acceptValueOnBlur
        maxTags={MAX_KEYWORDS}
        maxLength={MAX_KEYWORD_LENGTH}
        {...form.getInputProps('words')}
        onChange={(typed) => {
          form.setFieldValue('words', typed.map((word) => word.trim()).filter(Boolean));
          form.clearFieldError('words');
        }}
      />
      {words.length > 0 && (
        <>
          <Select
            label={t('routing.by')}
            allowDeselect={false}
            maw={240}
            data={(['word', 'contains', 'exact', 'regex'] as const).map((value) => ({
              value,
              label: t(`routing.${value}`),
            }))}
            {...form.getInputProps('by')}
          />
          {words.length > 1 && (
            <SegmentedControl
              aria-label={t('routing.match')}
              data={(['any', 'all'] as const).map((value) => ({ value, label: t(`routing.${value}`) }))}
              {...form.getInputProps('match')}
            />
          )}
        </>
      )}
      {isShort && (
        <Text size="sm">
          {t('routing.short')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => form.setFieldValue('by', 'word')}>
            {t('routing.useWord')}
          </Button>
        </Text>
      )}
    </Stack>
  );
}
