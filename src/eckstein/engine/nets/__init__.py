"""Nets that tell alpha-beta what positions are worth, and the files that came with the program."""
from .finding import check_net_setting, judge_of, net_for
from .net_file import Header, Net, NetError, read_net, write_net

__all__ = ["Header", "Net", "NetError", "check_net_setting", "judge_of", "net_for", "read_net",
           "write_net"]
