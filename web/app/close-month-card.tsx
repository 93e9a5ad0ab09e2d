import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { CloseMonth } from '../features/reports/close-month.tsx';
import { MonthQuestions } from './month-questions.tsx';

/** On the dashboard, while a month is to be closed. */
export function CloseMonthCard() {
  const { data: closing } = useQuery(query('getMonthClosing', { query: {} }));
  return (
    closing && (
      <CloseMonth closing={closing} questions={<MonthQuestions month={closing.month} />} withPeople />
    )
  );
}
