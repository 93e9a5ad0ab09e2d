import { SearchX } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { usePathTo, useTexts } from './site.tsx';

export function NotFoundPage() {
  const { title, text, home } = useTexts('not-found');
  const { nav } = useTexts('site');
  const pathTo = usePathTo();
  return (
    <div className="mx-auto flex max-w-6xl flex-col items-start gap-4 px-4 py-20 sm:px-6">
      <SearchX className="size-12 text-ink-muted" aria-hidden="true" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight">{title}</h1>
      <p className="text-ink-muted">{text}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <a href={pathTo('landing')}>{home}</a>
        </Button>
        <Button asChild variant="secondary">
          <a href={pathTo('tutorials')}>{nav.tutorials}</a>
        </Button>
      </div>
    </div>
  );
}
