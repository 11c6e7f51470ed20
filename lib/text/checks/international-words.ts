/**
 * Words that are spelled the same in many languages, so that an unchanged text says nothing: units, computing,
 * names of formats, products and languages. Lower case.
 */
export const INTERNATIONAL_WORDS: ReadonlySet<string> = new Set(
  `abc admin ajax alarm album alpha amazon analytics android apache api apk app apple applet arch archive arm ascii audio
  auto avatar avi awk azure backend backup bank bar base64 bash basic bbcode beta bin binary bios bit bitbucket bitcoin
  bits blog bluetooth bmp bot browser buffer bug bytes cache captcha cardinal cc cdn centos cgi chat chrome chromium
  cisco click client clipboard cloud cluster cmake cms code codec color com commit component composer config contact
  cookie cookies copyright cpu creative commons cron csrf css csv ctrl curl cvs data database date dbase dbus dc dd
  debian debug deb del demo desktop dev dhcp digital disc django dns doc docker docx domain dpi driver drupal dvd dvi
  east eclipse editor edge e-mail email emoji engine enter epub error esc ethernet euro excel exif expat export extra facebook
  fax fedora feed fft file firefox firewall firmware flash flickr folder font format forum foss freebsd freeware ftp
  fulltext fuzzy gallery gb gcc gecko general gentoo gerrit gettext gib gif gigabyte git gitea github gitlab gmail gmt gnome gnu
  google gpg gpl gps gpx graphics grep gtk gui gzip hardware hash hdmi hello html http https hub icon id ide idle ifs imap
  inbox index inf info instagram integer intel internet intranet ion ios ip ipad iphone ipsec ipv4 ipv6 irc iso java
  javascript jpeg jpg jquery json junk jvm kb kde kernel keyboard kib kilobyte kiosk kodi lan laser latex layout ldap
  legal level lgpl libreoffice linkedin linux lite local logo login lua mac macos mailman makefile manager manual mariadb
  markdown mastodon matrix mb md5 media megabyte menu meta metadata meter mib microsoft midi mime minecraft minimum
  maximum minute mms mobile mode model modem module mongodb monitor mozilla mp3 mp4 mpeg mpv ms msvc multimedia mysql name
  nas net netbsd network nfc nfs nginx nokia normal ntfs ntp null oauth object offline ogg ok online openbsd opengl
  openid openstreetmap opensuse opera oracle original os osm otp panel parameter parser passive patch paypal pdf perl
  personal php phpmyadmin pin ping pinterest pixel pixels piwik plan plasma plugin plus png podcast pop3 popup port portal
  position post postgresql postscript ppp pptx premium problem process profil program proxy ps public python qt quiz
  radar radio ram rar raspberry rdf readme redhat reddit redis redmine reset rest rfc rgb robots root router rpm rss rsync
  rtf ruby rust safari samba samsung scala scanner score script scrum sd section selinux seo server service session sftp sha
  sha1 sha256 signal sim site skin skype slack slug sms smtp smurf snapshot soap social software solaris source spam
  spotify sql sqlite ssd ssh ssl standard start status steam stop string sudo super suse svg svn swift symbian symfony
  syntax sysadmin syslog system tabs tag tar tcl tcp team tech telegram telnet terminal test tex text tftp theme thread
  thunderbird tib tibia tif tiff timer tls token tor torrent total trigger ttf tumblr turbo twitter type ubuntu udp ui uid
  umts unicode unix unzip update upload upnp upload uri url urls usb usenet user utc utf utf8 uuid version vga vhost vhdl
  video views vim virtual visa vlc vnc voip volt vote vpn vps wap watt wav wayland web weblate webdav webgl webhook weblog
  webmail webmaster webp webpack website webgui whatsapp wi-fi wifi wiki wikipedia windows wireguard wlan wma wmv word
  wordpress worker wps www wysiwyg x11 xbox xen xfce xhtml xls xlsx xml xmpp xorg yahoo yaml youtube zip zlib zone zoom
  january february april august september november december normal zero gamma delta omega
  ghz hz khz mhz kbit kbps mbit mbps kg km cm mm ml px pt em db kw mw rpm min max sec avg sum std
  afrikaans bengali bosanski catalan català cebuano čeština corsu cymraeg dansk deutsch eesti english esperanto español
  euskara filipino français frysk gaeilge galego hindi hrvatski igbo italiano kurmanji latina latviešu lietuvių
  malti marathi melayu nederlands nepali norsk nynorsk occitan polski português română sami sardu shqip slovenčina
  slovenščina soomaali sundanese suomi svenska swahili tamil telugu thai türkçe urdu volapük yoruba zulu`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
