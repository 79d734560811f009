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
studies = sa.Table("study", tables, sa.Column("id", sa.String, primary_key=True),
                   sa.Column("text", sa.Text), sa.Column("created", sa.BigInteger))
settings = sa.Table("setting", tables, sa.Column("name", sa.String, primary_key=True),
                    sa.Column("value", sa.Text))
downtimes = sa.Table("downtime", tables, sa.Column("begin", sa.BigInteger, primary_key=True),
                     sa.Column("end", sa.BigInteger))
