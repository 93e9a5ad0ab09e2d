import { PRODUCT_NAME } from '#domain/product.ts';
import { SITE_MARKS } from '#domain/site.ts';
import { Logo } from '../ui/mark.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { SOCIAL_PROFILES } from './examples.ts';
import { usePathTo, useTexts } from './site.tsx';

type FooterLink = { label: string; href: string; isElsewhere?: boolean };

export function SiteFooter() {
  const { footer, nav } = useTexts('site');
  const pathTo = usePathTo();
  const groups: { title: string; links: FooterLink[] }[] = [
    {
      title: footer.product,
      links: [
        { label: nav.features, href: pathTo('features') },
        { label: nav.pricing, href: pathTo('pricing') },
        { label: footer.api, href: '/api/docs/' },
      ],
    },
    {
      title: footer.support,
      links: [
        { label: footer.help, href: pathTo('tutorials') },
        { label: nav.contact, href: pathTo('contact') },
        { label: footer.contactSupport, href: `mailto:${SITE_MARKS.operatorEmail}` },
      ],
    },
    {
      title: footer.legal,
      links: [
        { label: footer.privacy, href: pathTo('privacy') },
        { label: footer.terms, href: pathTo('terms') },
        { label: footer.refund, href: pathTo('refund') },
      ],
    },
    {
      title: footer.social,
      links: SOCIAL_PROFILES.map(({ name, url }) => ({ label: name, href: url, isElsewhere: true })),
    },
  ];
  return (
    <footer id="footer" className="border-hairline border-t bg-sunken print:hidden">
      <div className="mx-auto grid max-w-6xl gap-x-6 gap-y-8 px-4 py-8 sm:px-6 md:py-12 md:grid-cols-[1.4fr_repeat(4,1fr)]">
        <div>
          <Logo name={PRODUCT_NAME} />
          <p className="mt-3 max-w-64 text-ink-muted">{footer.claim}</p>
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 md:contents">
          {groups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <p className="mb-1 font-semibold">{title}</p>
              <ul>
                {links.map(({ label, href, isElsewhere }) => (
                  <li key={href}>
                    <TextLink
                      variant="quiet"
                      href={href}
                      rel={isElsewhere ? 'me noopener' : undefined}
                      className="inline-flex min-h-11 min-w-11 items-center md:min-h-9"
                    >
                      {label}
                    </TextLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <p className="mx-auto max-w-6xl px-4 pb-10 text-ink-muted text-sm sm:px-6">
        {SITE_MARKS.operatorName} · {SITE_MARKS.operatorRegistrationNo} · {SITE_MARKS.operatorAddress}
      </p>
    </footer>
  );
}
