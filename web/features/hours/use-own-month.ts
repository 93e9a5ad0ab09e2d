import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isDate, monthOf } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useUser } from '#web/call/user.ts';

/** The month `yyyy-MM` of the URL: its state and the explanation of its hours. */
export function useOwnMonth() {
  const { month = '' } = useParams();
  const { id: userId } = useUser();
  const first = `${month}-01`;
  const isMonth = isDate(first);
  const { start: startDate, end: endDate } = monthOf(isMonth ? first : '1970-01-01');
  const period = { startDate, endDate, userId, measure: 'month' as const };
  const months = useQuery(query('listOwnMonths'));
  const explanation = useQuery({ ...query('explainHours', { query: period }), enabled: isMonth });
  const found = months.data?.find((own) => own.month === month);
  return {
    month,
    period,
    months,
    explanation,
    /** Undefined while it loads; null if the viewer has no such month. */
    own: isMonth ? months.data && (found ?? null) : null,
  };
}
