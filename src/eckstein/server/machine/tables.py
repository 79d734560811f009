"""The tables of a database, as the steps of `migrations` have made them."""
import sqlalchemy as sa

tables = sa.MetaData()
games = sa.Table("game", tables, sa.Column("id", sa.String, primary_key=True),
                 sa.Column("rules", sa.String), sa.Column("created", sa.BigInteger),
                 sa.Column("over", sa.Boolean), sa.Column("tended", sa.Boolean),
                 sa.Column("due", sa.BigInteger), sa.Column("head", sa.Integer),
                 sa.Column("digest", sa.LargeBinary), sa.Column("owner", sa.BigInteger))
nodes = sa.Table("node", tables, sa.Column("term", sa.BigInteger, primary_key=True),
                 sa.Column("until", sa.DateTime(timezone=True)))
events = sa.Table("game_event", tables, sa.Column("game", sa.String, primary_key=True),
                  sa.Column("seq", sa.Integer, primary_key=True), sa.Column("actor", sa.String),
                  sa.Column("command_id", sa.String), sa.Column("kind", sa.String),
                  sa.Column("data", sa.Text), sa.Column("clock", sa.Text),
                  sa.Column("at", sa.BigInteger))
replies = sa.Table("replies", tables, sa.Column("game", sa.String, primary_key=True),
                   sa.Column("colour", sa.String, primary_key=True), sa.Column("seq", sa.Integer),
                   sa.Column("ply", sa.Integer), sa.Column("command_id", sa.String),
                   sa.Column("lines", sa.Text))
players = sa.Table("player", tables, sa.Column("game", sa.String, primary_key=True),
                   sa.Column("colour", sa.String, primary_key=True), sa.Column("who", sa.String),
                   sa.Column("rules", sa.String), sa.Column("began", sa.BigInteger),
                   sa.Column("ended", sa.BigInteger), sa.Column("outcome", sa.String),
                   sa.Column("speed", sa.String), sa.Column("rated", sa.Boolean),
                   sa.Column("to_rate", sa.BigInteger), sa.Column("agreed", sa.Boolean),
                   sa.Column("points", sa.Float), sa.Column("to_explore", sa.BigInteger))
ratings = sa.Table("rating", tables, sa.Column("account", sa.String, primary_key=True),
                   sa.Column("rules", sa.String, primary_key=True),
                   sa.Column("speed", sa.String, primary_key=True), sa.Column("points", sa.Float),
                   sa.Column("deviation", sa.Float), sa.Column("volatility", sa.Float),
                   sa.Column("at", sa.BigInteger), sa.Column("games", sa.Integer))
rating_changes = sa.Table("rating_change", tables, sa.Column("game", sa.String, primary_key=True),
                          sa.Column("account", sa.String, primary_key=True),
                          sa.Column("rules", sa.String), sa.Column("speed", sa.String),
                          sa.Column("points", sa.Float), sa.Column("deviation", sa.Float),
                          sa.Column("volatility", sa.Float), sa.Column("at", sa.BigInteger))
accounts = sa.Table("account", tables, sa.Column("id", sa.String, primary_key=True),
                    sa.Column("name", sa.String), sa.Column("likeness", sa.String),
                    sa.Column("created", sa.BigInteger), sa.Column("password", sa.String),
                    sa.Column("bot", sa.Boolean), sa.Column("public", sa.Boolean),
                    sa.Column("seen", sa.Boolean), sa.Column("chats", sa.Boolean))
passkeys = sa.Table("passkey", tables, sa.Column("id", sa.String, primary_key=True),
                    sa.Column("account", sa.String), sa.Column("public_key", sa.LargeBinary),
                    sa.Column("uses", sa.BigInteger), sa.Column("label", sa.String),
                    sa.Column("created", sa.BigInteger))
recovery_codes = sa.Table("recovery_code", tables,
                          sa.Column("digest", sa.String, primary_key=True),
                          sa.Column("account", sa.String))
sessions = sa.Table("session", tables, sa.Column("digest", sa.String, primary_key=True),
                    sa.Column("account", sa.String), sa.Column("device", sa.String),
                    sa.Column("created", sa.BigInteger), sa.Column("used", sa.BigInteger))
access_tokens = sa.Table("access_token", tables, sa.Column("digest", sa.String, primary_key=True),
                         sa.Column("account", sa.String), sa.Column("name", sa.String),
                         sa.Column("scopes", sa.String), sa.Column("created", sa.BigInteger),
                         sa.Column("ends", sa.BigInteger), sa.Column("used", sa.BigInteger))
bot_policies = sa.Table("bot_policy", tables, sa.Column("account", sa.String, primary_key=True),
                        sa.Column("text", sa.Text))
bot_events = sa.Table("bot_event", tables, sa.Column("account", sa.String, primary_key=True),
                      sa.Column("id", sa.BigInteger, primary_key=True),
                      sa.Column("at", sa.BigInteger), sa.Column("text", sa.Text))
bot_told = sa.Table("bot_told", tables, sa.Column("account", sa.String, primary_key=True),
                    sa.Column("topic", sa.String, primary_key=True),
                    sa.Column("seq", sa.Integer))
documents = sa.Table("kept", tables, sa.Column("account", sa.String, primary_key=True),
                     sa.Column("version", sa.Integer), sa.Column("text", sa.Text))
studies = sa.Table("study", tables, sa.Column("id", sa.String, primary_key=True),
                   sa.Column("text", sa.Text), sa.Column("created", sa.BigInteger))
shared_studies = sa.Table("shared_study", tables, sa.Column("id", sa.String, primary_key=True),
                          sa.Column("version", sa.Integer), sa.Column("text", sa.Text),
                          sa.Column("written", sa.BigInteger))
study_versions = sa.Table("study_version", tables,
                          sa.Column("study", sa.String, primary_key=True),
                          sa.Column("version", sa.Integer, primary_key=True),
                          sa.Column("text", sa.Text), sa.Column("written", sa.BigInteger))
pairings = sa.Table("pairing", tables, sa.Column("seek", sa.String, primary_key=True),
                    sa.Column("game", sa.String), sa.Column("colour", sa.String))
tournaments = sa.Table("tournament", tables, sa.Column("id", sa.String, primary_key=True),
                       sa.Column("phase", sa.String), sa.Column("listed", sa.Boolean),
                       sa.Column("changed", sa.BigInteger), sa.Column("due", sa.BigInteger),
                       sa.Column("told", sa.Text))
tournament_events = sa.Table("tournament_event", tables,
                             sa.Column("tournament", sa.String, primary_key=True),
                             sa.Column("seq", sa.Integer, primary_key=True),
                             sa.Column("kind", sa.String), sa.Column("data", sa.Text),
                             sa.Column("at", sa.BigInteger))
tournament_games = sa.Table("tournament_game", tables,
                            sa.Column("game", sa.String, primary_key=True),
                            sa.Column("tournament", sa.String), sa.Column("over", sa.Boolean))
settings = sa.Table("setting", tables, sa.Column("name", sa.String, primary_key=True),
                    sa.Column("value", sa.Text))
downtimes = sa.Table("downtime", tables, sa.Column("begin", sa.BigInteger, primary_key=True),
                     sa.Column("end", sa.BigInteger))
challenges = sa.Table(
    "challenge", tables, sa.Column("id", sa.String, primary_key=True),
    sa.Column("sender", sa.String), sa.Column("receiver", sa.String),
    sa.Column("sender_name", sa.String), sa.Column("receiver_name", sa.String),
    sa.Column("wish", sa.Text), sa.Column("created", sa.BigInteger),
    sa.Column("until", sa.BigInteger), sa.Column("answer", sa.String))
relations = sa.Table("relation", tables, sa.Column("who", sa.String, primary_key=True),
                     sa.Column("other", sa.String, primary_key=True), sa.Column("kind", sa.String),
                     sa.Column("since", sa.BigInteger))
reports = sa.Table(
    "report", tables, sa.Column("id", sa.String, primary_key=True),
    sa.Column("reporter", sa.String), sa.Column("account", sa.String),
    sa.Column("reason", sa.String), sa.Column("text", sa.Text), sa.Column("game", sa.String),
    sa.Column("at", sa.BigInteger), sa.Column("state", sa.String),
    sa.Column("settled", sa.Integer))
moderation_entries = sa.Table(
    "moderation_entry", tables,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.BigInteger), sa.Column("by", sa.String), sa.Column("what", sa.String),
    sa.Column("account", sa.String), sa.Column("why", sa.Text), sa.Column("text", sa.Text),
    sa.Column("until", sa.BigInteger), sa.Column("entry", sa.Integer))
flags = sa.Table(
    "flag", tables, sa.Column("account", sa.String, primary_key=True),
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("about", sa.String, primary_key=True), sa.Column("data", sa.Text),
    sa.Column("at", sa.BigInteger), sa.Column("state", sa.String),
    sa.Column("settled", sa.Integer))
public_games = sa.Table("public_game", tables, sa.Column("game", sa.String, primary_key=True),
                        sa.Column("winner", sa.String), sa.Column("points", sa.Integer))
explored = sa.Table("explored", tables, sa.Column("position", sa.BigInteger, primary_key=True),
                    sa.Column("speed", sa.String, primary_key=True),
                    sa.Column("band", sa.Integer, primary_key=True),
                    sa.Column("move", sa.String, primary_key=True),
                    sa.Column("white", sa.BigInteger), sa.Column("drawn", sa.BigInteger),
                    sa.Column("black", sa.BigInteger), sa.Column("rated", sa.BigInteger),
                    sa.Column("points", sa.BigInteger))
explored_games = sa.Table("explored_game", tables,
                          sa.Column("position", sa.BigInteger, primary_key=True),
                          sa.Column("speed", sa.String, primary_key=True),
                          sa.Column("band", sa.Integer, primary_key=True),
                          sa.Column("ended", sa.BigInteger, primary_key=True),
                          sa.Column("game", sa.String, primary_key=True),
                          sa.Column("move", sa.String))
absences = sa.Table("absence", tables, sa.Column("account", sa.String, primary_key=True),
                    sa.Column("begin", sa.BigInteger, primary_key=True),
                    sa.Column("end", sa.BigInteger))
calendars = sa.Table("calendar", tables, sa.Column("account", sa.String, primary_key=True),
                     sa.Column("digest", sa.String))
chat_lines = sa.Table("chat_line", tables, sa.Column("game", sa.String, primary_key=True),
                      sa.Column("number", sa.Integer, primary_key=True),
                      sa.Column("colour", sa.String), sa.Column("who", sa.String),
                      sa.Column("key", sa.String), sa.Column("preset", sa.String),
                      sa.Column("text", sa.Text), sa.Column("at", sa.BigInteger))
notices = sa.Table("notice", tables, sa.Column("key", sa.String, primary_key=True),
                   sa.Column("account", sa.String), sa.Column("channel", sa.String),
                   sa.Column("kind", sa.String), sa.Column("facts", sa.Text),
                   sa.Column("at", sa.BigInteger), sa.Column("due", sa.BigInteger),
                   sa.Column("leased", sa.BigInteger), sa.Column("tries", sa.Integer))
contacts = sa.Table("contact", tables, sa.Column("account", sa.String, primary_key=True),
                    sa.Column("address", sa.String), sa.Column("language", sa.String),
                    sa.Column("kinds", sa.String), sa.Column("added", sa.BigInteger),
                    sa.Column("confirmed", sa.BigInteger), sa.Column("bounced", sa.BigInteger))
push_subscriptions = sa.Table(
    "push_subscription", tables, sa.Column("id", sa.String, primary_key=True),
    sa.Column("account", sa.String), sa.Column("endpoint", sa.String),
    sa.Column("p256dh", sa.String), sa.Column("auth", sa.String),
    sa.Column("device", sa.String), sa.Column("language", sa.String),
    sa.Column("kinds", sa.String), sa.Column("added", sa.BigInteger))
compared_games = sa.Table(
    "compared_game", tables, sa.Column("game", sa.String, primary_key=True),
    sa.Column("colour", sa.String, primary_key=True), sa.Column("engine", sa.String),
    sa.Column("positions", sa.Integer), sa.Column("agreed", sa.Integer))
