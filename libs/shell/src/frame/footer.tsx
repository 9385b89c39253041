import { isEnded, site } from '@cme/commons/branding';
import { linkTo, linkToPath, routes } from '@cme/commons/route-links';
import { useQuery } from '@tanstack/react-query';
import { LinkTo } from '@cme/ui';
import { words } from '../page/words.ts';
import { siteConfigQuery } from '../menus/site-config.ts';

export function Footer({ isShort }: { isShort: boolean }) {
  const { site_name, slogan } = site();
  return (
    <footer className="footer" aria-label={words.siteFooter}>
      {isShort ? null : (
        <div className="wide footer-columns">
          <div>
            <p className="footer-name">{site_name}</p>
            <p>{slogan}</p>
          </div>
          <GuideLinks />
          <FriendLinks />
          <ServicePhone />
          <WechatCode />
        </div>
      )}
      <SiteRecords isShort={isShort} />
    </footer>
  );
}

function GuideLinks() {
  return (
    <nav aria-label={words.about}>
      <p className="footer-title">{words.about}</p>
      <ul>
        <li>
          <LinkTo to={linkTo.helpManual()}>{routes.helpManual.title}</LinkTo>
        </li>
        <li>
          <LinkTo to={linkTo.helpCertificate()}>{words.certificateHelp}</LinkTo>
        </li>
        <li>
          <LinkTo to={linkTo.verify()}>{routes.verify.title}</LinkTo>
        </li>
        <li>
          <LinkTo to={linkTo.news()}>{routes.news.title}</LinkTo>
        </li>
      </ul>
    </nav>
  );
}

function FriendLinks() {
  const { data } = useQuery(siteConfigQuery());
  if (!data?.links.length) return null;
  return (
    <nav aria-label={words.links}>
      <p className="footer-title">{words.links}</p>
      <ul>
        {data.links.map(({ title, url }) => (
          <li key={title}>
            {url.startsWith('/') ? (
              <LinkTo to={linkToPath(url)}>{title}</LinkTo>
            ) : (
              <a href={url} rel="noopener">
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ServicePhone() {
  const { service_phone, service_time } = site();
  // A site may have no phone number, and the site's configuration may still be loading.
  if (!service_phone) return null;
  return (
    <div>
      <p className="footer-title">{words.phone}</p>
      <p>
        <a className="footer-phone" href={`tel:${service_phone}`}>
          {service_phone}
        </a>
      </p>
      <p>{service_time}</p>
    </div>
  );
}

function WechatCode() {
  const { data } = useQuery(siteConfigQuery());
  if (!data?.wechat_qr) return null;
  return (
    <div>
      <p className="footer-title">{words.followUs}</p>
      <img
        className="footer-code"
        src={data.wechat_qr}
        alt={words.wechatCode}
        width={104}
        height={104}
        loading="lazy"
      />
      <p className="long-press">{words.longPress}</p>
    </div>
  );
}

/** The pages that a site has of its own while it is open. */
function SitePages() {
  if (site().isEffectiveSite === 'N' || isEnded(site())) return null;
  return (
    <nav className="wide" aria-label={words.sitePages}>
      {(['about', 'contact', 'terms', 'privacy'] as const).map((name) => (
        <LinkTo key={name} to={linkTo[name]()}>
          {routes[name].title}
        </LinkTo>
      ))}
    </nav>
  );
}

/** A custom text of the site. */
function FooterText() {
  const { data } = useQuery(siteConfigQuery());
  return data?.footer_text ? <p className="wide footer-text">{data.footer_text}</p> : null;
}

/** The registration numbers (ICP 备案) that the law requires in the footer. */
function SiteRecords({ isShort }: { isShort: boolean }) {
  const { site_name, icp_no, icp_url, police_no, police_url } = site();
  return (
    <div className="records">
      {isShort ? null : <FooterText />}
      <SitePages />
      <p className="wide">
        <span>{site_name}</span>
        {icp_no ? (
          <a href={icp_url || 'https://beian.miit.gov.cn/'} rel="noopener">
            {icp_no}
          </a>
        ) : null}
        {police_no ? (
          <a href={police_url || 'https://beian.mps.gov.cn/'} rel="noopener">
            {police_no}
          </a>
        ) : null}
      </p>
    </div>
  );
}
