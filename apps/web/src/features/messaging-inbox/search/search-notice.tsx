import { Anchor, Pill, Text } from '@mantine/core';
import type { SearchResponse } from '@parley/contracts/api/search';
import { parseSearch } from '@parley/contracts/api/search-query';
import { errorText } from '../../../lib/i18n';
import { useTranslation } from '../../../lib/translation';
import { faultOf, pillOf, typedOperator } from './pills';
import classes from './search-notice.module.css';

interface SearchNoticeProps {
  pills: string[];
  text: string;
  /** Response for the present text; undefined until it arrives. */
  response:
    Pick<SearchResponse, 'unknown' | 'didYouMean' | 'messages' | 'conversations' | 'contacts'> | undefined;
  onRemove: (pill: string) => void;
  onMeant: (text: string) => void;
}

/** Shows the operators of a search as pills, error messages for invalid ones, and suggestions for misspelt words. */
export function SearchNotice({ pills, text, response, onRemove, onMeant }: SearchNoticeProps) {
  const { t } = useTranslation();
  // An incomplete operator is not reported as an error while the user is typing it.
  const typing = typedOperator(text);
  const faults = [
    ...pills.flatMap((pill) => faultOf(pill) ?? []),
    ...parseSearch(text).faults.filter(
      ({ operator, value }) => typing?.operator !== operator || value !== typing.value,
    ),
  ];
  const unknown = response?.unknown ?? [];
  const isUnknown = (pill: string) => unknown.some(({ operator, value }) => pillOf(operator, value) === pill);
  const { didYouMean } = response ?? {};
  if (pills.length === 0 && faults.length === 0 && unknown.length === 0 && !didYouMean) return null;
  return (
    <div className={classes.notice}>
      {pills.length > 0 && (
        <div className={classes.pills} role="group" aria-label={t('search.operators')}>
          {pills.map((pill) => (
            <Pill
              key={pill}
              withRemoveButton
              onRemove={() => onRemove(pill)}
              data-wrong={faultOf(pill) !== null || isUnknown(pill) || undefined}
              className={classes.pill}
              removeButtonProps={{
                'aria-label': t('search.remove', { pill }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {pill}
            </Pill>
          ))}
        </div>
      )}
      <div aria-live="polite">
        {[...new Set(faults.map(({ code }) => code))].map((code) => (
          <Text key={code} size="sm" className={classes.wrong}>
            {errorText(code)}
          </Text>
        ))}
        {unknown.map(({ operator, value }) => (
          <Text key={pillOf(operator, value)} size="sm" className={classes.wrong}>
            {t(`search.unknown.${operator as 'tag' | 'channel' | 'team'}`, { value })}
          </Text>
        ))}
        {didYouMean && (
          <Text size="sm">
            {t('search.noResults', { text: text.trim() })}{' '}
            <Anchor component="button" type="button" inherit onClick={() => onMeant(didYouMean)}>
              {t('search.didYouMean', { text: didYouMean })}
            </Anchor>
          </Text>
        )}
      </div>
    </div>
  );
}
