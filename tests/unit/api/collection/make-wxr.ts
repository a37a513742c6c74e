/** A post for a WordPress export. */
export interface PostSpec {
  readonly id: number;
  readonly type?: string;
  readonly title?: string;
  readonly content?: string;
  readonly status?: string;
  readonly password?: string;
  readonly link?: string;
  readonly date?: string;
  readonly parent?: number;
  /** Position in the menu. */
  readonly order?: number;
  readonly author?: string;
  readonly attachment?: string;
  /** Terms of the post, in the form `domain|slug|name`. */
  readonly terms?: readonly string[];
  readonly meta?: Readonly<Record<string, string>>;
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

function item(post: PostSpec): string {
  const {
    id,
    type = 'post',
    title = `Post ${id}`,
    content = '',
    status = 'publish',
    password = '',
    parent = 0,
    order = 0,
  } = post;
  const {
    link = `https://old.example/${id}/`,
    date = `2020-01-01 00:00:${String(id % 60).padStart(2, '0')}`,
    author = 'mara',
  } = post;
  const terms = (post.terms ?? []).map((term) => {
    const [domain, slug, name = ''] = term.split('|');
    return `<category domain="${domain}" nicename="${slug}">${cdata(name)}</category>`;
  });
  const meta = Object.entries(post.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  const attachment =
    post.attachment === undefined ? '' : `<wp:attachment_url>${cdata(post.attachment)}</wp:attachment_url>`;
  return `<item><title>${cdata(title)}</title><link>${link}</link><pubDate>Wed, 01 Jan 2020 00:00:00 +0000</pubDate>
<dc:creator>${cdata(author)}</dc:creator><guid isPermaLink="false">https://old.example/?p=${id}</guid><description></description>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata('')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${cdata(date)}</wp:post_date><wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
<wp:post_name>${cdata(String(id))}</wp:post_name><wp:status>${cdata(status)}</wp:status><wp:post_parent>${parent}</wp:post_parent>
<wp:menu_order>${order}</wp:menu_order><wp:post_type>${cdata(type)}</wp:post_type><wp:post_password>${cdata(password)}</wp:post_password>
<wp:is_sticky>0</wp:is_sticky>${attachment}${terms.join('')}${meta.join('')}
<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>${cdata('First!')}</wp:comment_content></wp:comment></item>`;
}

/** Creates a WordPress export, as Tools > Export does. @param categories in the form `slug|parent|name|description` */
export function makeWxr(posts: readonly PostSpec[], categories: readonly string[] = []): string {
  const terms = categories.map((category, index) => {
    const [slug, parent = '', name = '', description = ''] = category.split('|');
    return `<wp:category><wp:term_id>${index}</wp:term_id><wp:category_nicename>${cdata(slug ?? '')}</wp:category_nicename><wp:category_parent>${cdata(parent)}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name><wp:category_description>${cdata(description)}</wp:category_description></wp:category>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" created="2024-05-01 10:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Mara's Stories</title><link>https://old.example</link><description></description><language>en-GB</language>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('mara')}</wp:author_login><wp:author_email>${cdata('m@old.example')}</wp:author_email><wp:author_display_name>${cdata('Mara Lind')}</wp:author_display_name></wp:author>
${terms.join('\n')}
${posts.map(item).join('\n')}
</channel></rss>`;
}
