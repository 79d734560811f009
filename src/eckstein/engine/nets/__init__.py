"""Nets, which evaluate positions, and policies, which say how likely moves are; their files, and
those that came with the program.
"""
from .finding import check_net_setting, check_policy_setting, judge_of, net_for, policy_for
from .net_file import Header, Net, NetError, read_net, write_net
from .policy_file import Policy, read_policy, write_policy

__all__ = ["Header", "Net", "NetError", "Policy", "check_net_setting", "check_policy_setting",
           "judge_of", "net_for", "policy_for", "read_net", "read_policy", "write_net",
           "write_policy"]
