/** A WordPress export with these items. */
export const wrap = (inner: string, head = '<?xml version="1.0" encoding="UTF-8"?>') => `${head}
<rss xmlns:content="x" xmlns:dc="x" xmlns:excerpt="x" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Kite club</title><link>https://kites.example</link><pubDate>Tue, 05 Mar 2024 10:00:00 +0000</pubDate>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://kites.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_email>ada@kites.example</wp:author_email><wp:author_display_name><![CDATA[Ada &amp; Co]]></wp:author_display_name></wp:author>
<wp:author><wp:author_login>bo@kites.example</wp:author_login><wp:author_display_name></wp:author_display_name></wp:author>
${inner}</channel></rss>`;

/** A post of the export. */
export const item = (
  id: number,
  fields: string,
  text = 'Some words.',
) => `<item><wp:post_id>${id}</wp:post_id>
<wp:post_type>post</wp:post_type><title>Text ${id}</title><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
<content:encoded><![CDATA[${text}]]></content:encoded>${fields}</item>`;
/** An upload of the export, for the post `parent`. */
export const attachment = (
  id: number,
  parent: number,
) => `<item><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type>
<title>a</title><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://kites.example/${id}.jpg</wp:attachment_url>
<excerpt:encoded><![CDATA[Kite ${id}]]></excerpt:encoded>
<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A kite ${id}</wp:meta_value></wp:postmeta></item>`;
